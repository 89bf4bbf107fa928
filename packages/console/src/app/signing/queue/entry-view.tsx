import { useQuery } from '@tanstack/react-query'
import { type Address, isSameAddress } from '@vaultwright/base'
import { useState } from 'react'
import { AnswerBand, type BandSeal } from '../../part/band/answer-band.tsx'
import { BoundLines } from '../../part/band/bound-lines.tsx'
import { flowFactsOf } from '../../part/band/flow-facts.tsx'
import { PlaceMeta } from '../../part/band/place-meta.tsx'
import { ProvenanceLegend } from '../../part/band/provenance.tsx'
import { ReasonSection } from '../../part/band/reason-list.tsx'
import { Section } from '../../part/page.tsx'
import parts from '../../part/part.module.css'
import { momentText } from '../../part/text/moment-text.ts'
import { Verdict } from '../../part/verdict.tsx'
import type { SentEnd } from '../../part/wallet/send-call.ts'
import { CallList } from '../call-list.tsx'
import signing from '../signing.module.css'
import { ConfirmPanel, OwnerSection } from './confirm-panel.tsx'
import { entryConditionOf, rivalCountOf, signersText, stateText } from './entry-text.ts'
import type { OpenEntry, OpenQueue } from './open-queue.ts'
import { type SafeOfVault, safeStatementQuery } from './queue-data.ts'
import { ReceiptPanel } from './receipt-panel.tsx'

/** The answer about a transaction that waits, what to compare, and everything that the answer rests on. */
export function EntryView(props: {
  readonly entry: OpenEntry
  readonly queue: OpenQueue
  readonly place: SafeOfVault
  readonly vaultName: string | null
}) {
  const { entry, queue, place, vaultName } = props
  const { answer, verdict, naming, root } = entry
  const { chainId } = queue.safe.account
  const vault = vaultOf(entry, place)
  const isOfPlace = isSameAddress(vault, place.address as Address)
  const [end, setEnd] = useState<SentEnd | null>(null)
  const ending =
    end === null ? null : <Verdict tone={end.isGood ? 'good' : 'bad'} title={end.text} />
  const calls = <CallList verdict={verdict} naming={naming} root={root} />
  if (entry.state === 'dead')
    return (
      <div className={signing.room} data-focus>
        {ending}
        <ReceiptPanel place={place} hash={entry.verified.hash} />
        {calls}
      </div>
    )
  return (
    <div className={signing.room} data-focus>
      {ending}
      {end?.isGood ? <ReceiptPanel place={place} hash={entry.verified.hash} /> : null}
      <AnswerBand
        question="Should the owners sign this?"
        verdict={answer.verdict}
        condition={entryConditionOf(entry)}
        meta={
          <>
            <PlaceMeta
              chainId={chainId}
              vault={vault}
              names={naming.names}
              vaultName={isOfPlace ? vaultName : null}
            />
            <span>{signersText(entry, queue)}</span>
            <span>{stateText(entry, queue)}</span>
            {entry.served?.first_seen_at == null ? null : (
              <span>seen {momentText(entry.served.first_seen_at)}</span>
            )}
          </>
        }
        lines={answer.lines.length > 0 ? answer.lines : ['No call that can be read']}
        facts={flowFactsOf(answer, { ...naming, chainId })}
        seals={sealsOf(entry, queue)}
        contentHash={verdict.contentHash}
      />
      <div className={parts.split}>
        <div className={signing.column}>
          <ConfirmPanel entry={entry} queue={queue} place={place} end={end} setEnd={setEnd} />
          {calls}
        </div>
        <div className={signing.column}>
          <BoundSection entry={entry} queue={queue} place={place} />
          <OwnerSection entry={entry} queue={queue} />
          <ReasonSection reasons={answer.verdict.reasons} />
        </div>
      </div>
      <ProvenanceLegend />
    </div>
  )
}

/** The vault whose tree judges an entry. */
function vaultOf({ naming }: OpenEntry, place: SafeOfVault): Address {
  return naming.vault ?? (place.address as Address)
}

/** The bounds that were stated when it was proposed here. */
function BoundSection(props: {
  readonly entry: OpenEntry
  readonly queue: OpenQueue
  readonly place: SafeOfVault
}) {
  const { entry, queue, place } = props
  const stated = useQuery(safeStatementQuery(place, entry.verified.hash))
  const { chainId } = queue.safe.account
  const vault = vaultOf(entry, place)
  return (
    <Section title="Bounds">
      <div className={`sheet ${parts.card}`}>
        {stated.data ? (
          <BoundLines statement={stated.data} place={{ chainId, vault }} />
        ) : (
          <p role="status">
            {stated.isPending
              ? 'Reading the bounds.'
              : stated.data === null
                ? 'No bounds are known, since it was not proposed here: its execution is compared with nothing.'
                : 'The bounds cannot be read.'}
          </p>
        )}
      </div>
    </Section>
  )
}

/** The checks of an entry, in four words each. */
function sealsOf(entry: OpenEntry, queue: OpenQueue): readonly BandSeal[] {
  const judged = entry.verdict.calls.flatMap(({ batch }) => batch?.calls ?? [])
  const proven = judged.filter(({ verdict }) => verdict === 'proven').length
  const isRootProven = entry.root?.origin === 'chain'
  const { unprovenBecause } = queue.safe
  return [
    {
      text: `${proven} of ${judged.length} calls proven`,
      isOpen: judged.length === 0 || proven < judged.length,
    },
    {
      text: isRootProven ? 'root proven by storage' : 'root not proven',
      isOpen: !isRootProven,
    },
    {
      text: unprovenBecause === null ? 'owners proven by storage' : 'owners not proven',
      isOpen: unprovenBecause !== null,
    },
    entry.differences.length === 0
      ? { text: 'the service says the same', isOpen: false }
      : { text: 'the service says something else', isOpen: true },
    ...(rivalCountOf(entry, queue) === 0 ? [] : [{ text: 'another has its nonce', isOpen: true }]),
  ]
}
