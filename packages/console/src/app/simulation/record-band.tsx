import type { Address } from '@vaultwright/base'
import { checkRecord, recordAnswer, unitsOfRun } from '@vaultwright/check'
import { callContextOf } from '@vaultwright/protocols'
import { joinUnits } from '@vaultwright/registry'
import type { SimulationPage } from '@vaultwright/wire'
import { useMemo } from 'react'
import { AnswerBand, type BandSeal } from '../part/band/answer-band.tsx'
import { flowFactsOf } from '../part/band/flow-facts.tsx'
import { PlaceMeta } from '../part/band/place-meta.tsx'
import { ReasonSection } from '../part/band/reason-list.tsx'
import { agoText } from '../part/text/moment-text.ts'
import { useNamed } from '../session/book/use-book.ts'
import { gasCostIn } from './record-text.ts'

/** Would it succeed? */
export function RecordBand({ page }: { readonly page: SimulationPage }) {
  const { chain_id: chainId, block } = page
  const vault = page.vault_address as Address
  const check = useMemo(() => checkRecord(page), [page])
  const result = useMemo(() => recordAnswer(page, check), [page, check])
  const recorded = useMemo(() => {
    const registry = callContextOf(chainId, vault)
    return { ...registry, units: joinUnits(registry.units, unitsOfRun(page.seen[0]!)) }
  }, [chainId, vault, page])
  const context = useNamed(recorded, chainId)
  const cost = gasCostIn(page)
  const { answer, reasons } = result.verdict
  const isOther = reasons.some(({ weight, code }) => weight === 'no' && code !== 'would_fail')
  const conditions = {
    yes: 'as the service simulated it',
    conditional: 'each amber line is so, and is meant',
    no: isOther ? 'Do not rely on this record' : 'as the service simulated it',
    open: 'Not all can be checked here',
  }
  return (
    <>
      <AnswerBand
        question="Would it succeed?"
        verdict={result.verdict}
        condition={conditions[answer]}
        meta={
          <>
            <PlaceMeta
              chainId={chainId}
              vault={vault}
              names={context.names}
              vaultName={page.vault_name ?? null}
            />
            <span>
              block {block.number}, {agoText(block.time, Date.now())}
            </span>
          </>
        }
        lines={result.lines}
        facts={[
          ...flowFactsOf(result, context).slice(0, 4),
          {
            name: 'Gas',
            values: [Number(page.seen[0]!.gas_used).toLocaleString('en-US')],
            note: cost === null ? 'cost not known' : `${cost} of the coin`,
          },
        ]}
        seals={sealsOf(page, check)}
        contentHash={check.contentHash}
      />
      <ReasonSection reasons={reasons} />
    </>
  )
}

function sealsOf(
  { seen: runs, differences, engines_share_node: isShared, root }: SimulationPage,
  { verdict, callCount, unjudgedCount }: ReturnType<typeof checkRecord>,
): readonly BandSeal[] {
  const engines = runs.map(({ engine, engine_version }) => `${engine} ${engine_version}`)
  return [
    {
      text: `${callCount === 1 ? '1 call is' : `${callCount} calls are`} of the calldata, decoded here`,
      isOpen: verdict.answer === 'no',
    },
    ...(verdict.answer === 'yes'
      ? [{ text: `proofs lead to root ${root.slice(0, 10)}…`, isOpen: false }]
      : []),
    {
      text: runs.length === 1 ? `${engines[0]} alone` : `by ${engines.join(' and ')}`,
      isOpen: differences.length > 0 || runs.length === 1,
    },
    ...(isShared === true ? [{ text: 'both engines asked one node', isOpen: true }] : []),
    ...(unjudgedCount > 0 ? [{ text: `${unjudgedCount} sentences not judged`, isOpen: true }] : []),
  ]
}
