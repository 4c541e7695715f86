import { SandboxError } from "../error.ts";
import { newDispute } from "../objects/dispute.ts";
import type { Dispute } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";

/** The cardholder disputes a charge: the money is taken back until it is decided. Throws 400 for one that can't be. */
export async function openDispute(ledger: Ledger, chargeId: string): Promise<Dispute> {
  const charge = await ledger.get("charge", chargeId);
  if (charge.status !== "succeeded" || charge.disputed) throw new SandboxError(400, "This charge can't be disputed.");
  const dispute = newDispute(charge, ledger.now);
  await ledger.put(dispute);
  await ledger.put({ ...charge, disputed: true });
  await ledger.emit("charge.dispute.created", dispute);
  await ledger.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** Closes a dispute. Throws 400 if it is closed already. */
export async function closeDispute(ledger: Ledger, dispute: Dispute, outcome: "won" | "lost"): Promise<Dispute> {
  if (dispute.status === "won" || dispute.status === "lost") throw new SandboxError(400, "This dispute is already closed.");
  const closed: Dispute = { ...dispute, status: outcome };
  await ledger.put(closed);
  if (outcome === "won") await ledger.emit("charge.dispute.funds_reinstated", closed);
  await ledger.emit("charge.dispute.closed", closed);
  return closed;
}
