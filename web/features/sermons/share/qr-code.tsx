import { encodeQR } from "qr";

/** Modules of quiet ground around the code (ISO/IEC 18004 asks for four). */
const BORDER = 4;

/** An address as a code for a phone's camera. Dark on light in both themes: some cameras read nothing else. */
export default function QrCode({ address }: { address: string }) {
  const rows = encodeQR(address, "raw", { ecc: "medium", border: BORDER });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges">
<rect width="100%" height="100%" fill="#fdfaf3"/><path d="${path}" fill="#2a2019"/></svg>`;
  return (
    <img
      alt="QR code of the link"
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      className="size-56 max-w-full justify-self-center rounded-md"
    />
  );
}
