import type { AnswerVerdict } from '@vaultwright/check'
import { Badge } from '../../part/verdict.tsx'

/** One of the three marks: computed here and the same, different, or told alone. */
export function CheckBadge({ verdict }: { readonly verdict: AnswerVerdict | null }) {
  if (verdict?.answer === 'yes') return <Badge tone="good">verified here</Badge>
  if (verdict?.answer === 'no') return <Badge tone="bad">differs from its receipt</Badge>
  return <Badge>stated by the server</Badge>
}
