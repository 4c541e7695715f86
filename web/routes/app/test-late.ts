import { answers } from "../../features/auth/test-backend.tsx";

interface Late {
  /** Fulfilled once it is made. */
  made: Promise<null>;
  arrive: () => void;
}

/**
 * The next such call is late: its request (what it changes is stored late), or its answer (it tells what was stored when it was made).
 * Those after it are not.
 */
export function late(call: string, part: "request" | "answer"): Late {
  const made = Promise.withResolvers<null>();
  const arrived = Promise.withResolvers<null>();
  const answer = answers.get(call);
  if (!answer) throw new Error(`nothing answers ${call}`);
  answers.set(call, async (request) => {
    answers.set(call, answer);
    made.resolve(null);
    if (part === "request") await arrived.promise;
    const response = await answer(request);
    await arrived.promise;
    return response;
  });
  return { made: made.promise, arrive: () => arrived.resolve(null) };
}
