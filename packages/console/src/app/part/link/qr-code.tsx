import { useQuery } from '@tanstack/react-query'
import { Failure, Loading } from '../state.tsx'
import styles from './qr-code.module.css'

/** Characters that one code holds at most: version 40 with the least correction. Source: ISO/IEC 18004. */
export const maxCodeLength = 2_953

/** A QR code of a link, drawn in this page; its encoder is loaded with the first one. */
export function QrCode({ link }: { readonly link: string }) {
  const code = useQuery({
    queryKey: ['qr-code', link],
    queryFn: async () => {
      const { encode } = await import('uqr')
      const { data, size } = encode(link, { ecc: 'L', border: 4 })
      return { size, path: pathOf(data) }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (code.isError) return <Failure title="The code cannot be drawn" error={code.error} />
  if (code.data === undefined) return <Loading what="the code" />
  const { size, path } = code.data
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code with the link for signers"
      shapeRendering="crispEdges"
      data-testid="qr-code"
    >
      <path d={path} />
    </svg>
  )
}

/** One square for each dark module. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
}
