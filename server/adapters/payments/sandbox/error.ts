/** A refusal in Stripe's form (https://docs.stripe.com/api/errors). */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  readonly status: number;
  readonly type: "invalid_request_error" | "idempotency_error" | "api_error";
  readonly code: string | undefined;
  readonly param: string | undefined;
  constructor(
    status: number,
    message: string,
    details: { type?: SandboxError["type"]; code?: string | undefined; param?: string | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.type = details.type ?? "invalid_request_error";
    this.code = details.code;
    this.param = details.param;
  }

  body(): { error: object } {
    return {
      error: {
        ...(this.code ? { code: this.code } : {}),
        message: this.message,
        ...(this.param ? { param: this.param } : {}),
        type: this.type,
      },
    };
  }
}

/** `label` as Stripe names the object in its texts, for example `customer` or `checkout.session`. */
export function resourceMissing(label: string, id: string, param = "id"): SandboxError {
  return new SandboxError(404, `No such ${label}: '${id}'`, { code: "resource_missing", param });
}
