export { createSemaphore, type Semaphore } from "./semaphore.ts";
