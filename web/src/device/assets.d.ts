declare module 'pyodide/pyodide.asm.mjs' {
  const createPyodideModule: (settings: object) => Promise<unknown>;
  export default createPyodideModule;
}
