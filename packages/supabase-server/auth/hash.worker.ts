import bcrypt from "bcrypt";

/** Hash a password (`salt`: cost or salt), or compare it with a hash. */
export type HashTask = { password: string; salt: number | string } | { password: string; hash: string };

/** Worker thread for bcrypt, one password at a time. Returns the hash, or whether the password matches. */
export default function work(task: HashTask): string | boolean {
  return "hash" in task ? bcrypt.compareSync(task.password, task.hash) : bcrypt.hashSync(task.password, task.salt);
}
