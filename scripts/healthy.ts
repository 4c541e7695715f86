// Exit code 0 if the program at PORT answers: a container's health check.
const answer = await fetch(`http://127.0.0.1:${process.env["PORT"] || 3000}/healthz`, {
  signal: AbortSignal.timeout(4000),
}).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;
