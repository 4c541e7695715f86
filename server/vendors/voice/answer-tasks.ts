import { setPriority } from "node:os";

/**
 * Nice value of a process that speaks. Requests for pages go first, and other programs that keep every core busy leave it about a quarter
 * of what it would have otherwise; at the lowest priority it would have nearly nothing (decision 075).
 */
const NICENESS = 5;

/** The inside of a process that `startProcess` starts: answers each task, one after the other, until the program that started it is gone. */
export function answerTasks<Task, Answer>(answer: (task: Task) => Promise<Answer>): void {
  setPriority(NICENESS);
  const send = process.send?.bind(process);
  if (!send) throw new Error("this runs as a process of its own");
  process.on("message", (task: Task) => void answer(task).then((result) => send(result)));
  process.on("disconnect", () => process.exit());
}
