/** Let the service worker keep all parts of the pages, so that they open without a server. */
export async function keepPages(): Promise<void> {
  try {
    await navigator.serviceWorker.register(new URL(`${import.meta.env.BASE_URL}worker.js`, document.baseURI));
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('keep');
  } catch {
    // Not allowed here, or nobody answers: the pages work, only not without a server.
  }
}
