import { cn } from "../../lib/cn.ts";

/** Illustration of the landing page: a lamp whose light pulses slowly (not with reduced motion). */
export function Lamp({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 400 400" className={cn("overflow-visible", className)} aria-hidden>
      <defs>
        <radialGradient id="lamp-sky" cx="0.5" cy="0.42" r="0.62">
          <stop offset="0" stopColor="#5a5a66" />
          <stop offset="0.55" stopColor="#343d58" />
          <stop offset="1" stopColor="#1b2439" />
        </radialGradient>
        <radialGradient id="lamp-light">
          <stop offset="0" stopColor="#fff1cf" stopOpacity="0.95" />
          <stop offset="0.18" stopColor="#f3cd7e" stopOpacity="0.75" />
          <stop offset="0.5" stopColor="#e2a63b" stopOpacity="0.26" />
          <stop offset="1" stopColor="#e2a63b" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="lamp-flame" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f0b64f" />
          <stop offset="0.65" stopColor="#ffe7b0" />
          <stop offset="1" stopColor="#fff8e6" />
        </linearGradient>
        <clipPath id="lamp-window">
          <circle cx="200" cy="200" r="190" />
        </clipPath>
      </defs>
      <circle cx="200" cy="200" r="190" fill="url(#lamp-sky)" />
      <g clipPath="url(#lamp-window)">
        <circle cx="200" cy="158" r="170" fill="url(#lamp-light)" className="origin-[200px_158px] animate-breathe" />
        <path d="M0 318h400v90H0Z" fill="#141b2c" />
        <path d="M0 318h400" stroke="#8d7440" strokeOpacity="0.55" strokeWidth="1.5" />
        <ellipse cx="200" cy="322" rx="120" ry="7" fill="#e2a63b" fillOpacity="0.28" />
      </g>
      <path d="M200 104c15 20 22 33 22 47a22 22 0 0 1-44 0c0-14 7-27 22-47Z" fill="url(#lamp-flame)" />
      <path d="M200 176v8" stroke="#2a2019" strokeWidth="3" strokeLinecap="round" />
      <g fill="#151c2d" stroke="#d9a848" strokeOpacity="0.6" strokeWidth="1.25" strokeLinejoin="round">
        <path d="M140 186h120c-4 20-28 30-60 30s-56-10-60-30Z" />
        <path d="M194 216h12l3 82h-18Z" />
        <path d="M172 298h56l14 20h-84Z" />
        <circle cx="200" cy="238" r="9" />
      </g>
    </svg>
  );
}
