/** The product's logo: a beacon, a fire on a cairn. */
export function BeaconMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#b8460c" />
      <path
        fill="#fff"
        d="M16 5.2c2.7 3 4.6 5.3 4.6 8a4.6 4.6 0 0 1-9.2 0c0-1.5.7-2.8 1.8-3.9.1 1.3.6 2.1 1.3 2.6-.3-2.5.2-4.8 1.5-6.7Z"
      />
      <path fill="#fff" d="M11.4 19.4h9.2l1 3.1H10.4zM9.6 24h12.8l1 3.2H8.6z" />
    </svg>
  );
}
