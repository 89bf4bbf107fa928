import { Provenance } from '../../part/band/provenance.tsx'
import { Badge } from '../../part/verdict.tsx'
import type { RootRisk } from '../data/vault-data.ts'
import { isDangerous, riskText } from './attention.ts'

/** The ways out for a stolen key by a root, as counts by severity; nothing while it is not known. */
export function RiskCell({ risk }: { readonly risk: RootRisk | null }) {
  if (risk === null) return <span>not read yet</span>
  const text = riskText(risk)
  return (
    <>
      {text === null ? (
        minorText(risk)
      ) : isDangerous(risk) ? (
        <Badge tone="bad">{text}</Badge>
      ) : (
        <Badge tone="look">{text}</Badge>
      )}
      <Provenance source="service" />
    </>
  )
}

function minorText({ counts: { low, info } }: RootRisk): string {
  return low + info === 0 ? 'no way out found' : `${low + info} minor`
}
