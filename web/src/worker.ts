/**
 * The one service worker of the pages, at `/worker.js`. It imports nothing that the pages import too,
 * so that it is one plain file. Each of its duties is a file of its own.
 */
import { answerCalls, type CallsScope } from './calls_worker.ts';
import { keepPages, type PagesScope } from './pages_worker.ts';

keepPages(self as unknown as PagesScope);
answerCalls(self as unknown as CallsScope);
