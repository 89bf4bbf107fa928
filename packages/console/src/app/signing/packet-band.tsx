import type { Address } from '@vaultwright/base'
import type { AnswerSummary } from '@vaultwright/check'
import type { PacketRoot, PacketVerdict } from '@vaultwright/packet'
import type { CallContext } from '@vaultwright/protocols'
import { AnswerBand, type BandSeal } from '../part/band/answer-band.tsx'
import { flowFactsOf } from '../part/band/flow-facts.tsx'
import { PlaceMeta } from '../part/band/place-meta.tsx'

/** Should you sign this? */
export function PacketBand(props: {
  readonly answer: AnswerSummary
  readonly verdict: PacketVerdict
  readonly naming: CallContext
  readonly chainId: number | null
  readonly vault: Address | null
  readonly root: PacketRoot | null
}) {
  const { answer, verdict, naming, chainId, vault, root } = props
  return (
    <AnswerBand
      question="Should you sign this?"
      verdict={answer.verdict}
      condition={conditionOf(answer)}
      meta={<PlaceMeta chainId={chainId} vault={vault} names={naming.names} />}
      lines={answer.lines.length > 0 ? answer.lines : ['No call that can be read']}
      facts={flowFactsOf(answer, { ...naming, chainId })}
      seals={sealsOf(verdict, root)}
      contentHash={verdict.contentHash}
    />
  )
}

function conditionOf({ verdict: { answer, reasons } }: AnswerSummary): string {
  if (answer === 'no') return 'Reject it, and tell the others on another channel'
  if (answer === 'yes') return 'your device shows both hashes'
  if (answer === 'conditional') return 'each amber line is so, and is meant'
  const open = reasons.filter(({ weight }) => weight === 'open')
  const isDevice = open.every(({ code }) => code === 'hash_not_compared')
  if (isDevice) return 'Compare both hashes below with your device'
  return open.length === 1 ? '1 check is missing' : `${open.length} checks are missing`
}

/** The checks of a packet, in four words each. */
function sealsOf(
  { calls, reasons, hashed }: PacketVerdict,
  root: PacketRoot | null,
): readonly BandSeal[] {
  const judged = calls.flatMap(({ batch }) => batch?.calls ?? [])
  const proven = judged.filter(({ verdict }) => verdict === 'proven').length
  const has = (code: string) => reasons.some((reason) => reason.code === code)
  const isCompared = hashed.ok && !has('hash_not_compared') && !has('hash_differs')
  return [
    {
      text: `${proven} of ${judged.length} calls proven`,
      isOpen: judged.length === 0 || proven < judged.length,
    },
    root?.origin === 'chain' && !has('root_block_stated')
      ? { text: 'root in force', isOpen: false }
      : { text: 'root not proven in force', isOpen: true },
    has('simulation_proven')
      ? { text: 'simulated, replayed here', isOpen: false }
      : { text: 'not simulated here', isOpen: true },
    { text: isCompared ? 'device compared' : 'device not compared', isOpen: !isCompared },
  ]
}
