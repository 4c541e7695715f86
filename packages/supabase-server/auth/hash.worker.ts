import bcrypt from "bcrypt";

/** A password to hash, with a cost or a salt; or to compare with a hash. */
export type HashTask = { password: string; salt: number | string } | { password: string; hash: string };

/** Thread that hashes and compares, one password at a time. Answers the hash, or whether the password matches. */
export default function work(task: HashTask): string | boolean {
  return "hash" in task ? bcrypt.compareSync(task.password, task.hash) : bcrypt.hashSync(task.password, task.salt);
}
