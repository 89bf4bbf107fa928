import { useQuery } from '@tanstack/react-query'
import type { Address } from '@vaultwright/base'
import { executionVerdict, statementContext } from '@vaultwright/check'
import { accountNameOf } from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import type { SafeExecutionData } from '@vaultwright/wire'
import { AnswerBand } from '../../part/band/answer-band.tsx'
import { MoveBounds } from '../../part/band/bound-lines.tsx'
import { ReasonSection } from '../../part/band/reason-list.tsx'
import { Sentence } from '../../part/band/sentence.tsx'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Loaded } from '../../part/state.tsx'
import { Table } from '../../part/table.tsx'
import { outcomeWords } from '../../part/text/outcome-word.ts'
import { type SafeOfVault, safeExecutionQuery } from './queue-data.ts'

/** The receipt of a transaction that was proposed here: what was said of it, and what happened. */
export function ReceiptPanel({
  place,
  hash,
}: {
  readonly place: SafeOfVault
  readonly hash: string
}) {
  const { chain, safe } = place
  const execution = useQuery(safeExecutionQuery({ chain, safe }, hash))
  return (
    <Loaded query={execution} what="the receipt" title="There is no receipt" lines={8}>
      {(data) => <Receipt data={data} place={place} />}
    </Loaded>
  )
}

function Receipt(props: { readonly data: SafeExecutionData; readonly place: SafeOfVault }) {
  const { data, place } = props
  const chainId = chainOf(place.chain)?.id ?? 0
  const context = statementContext(data.statement, { chainId, vault: place.address as Address })
  const verdict = executionVerdict(data, context)
  const { execution } = data
  return (
    <>
      <AnswerBand
        question="Did it do what was said?"
        verdict={verdict}
        condition={
          verdict.answer === 'no' ? 'Ask who executed it' : 'as the service read the chain'
        }
        lines={[outcomeWords[data.outcome]]}
        facts={[]}
        seals={[
          { text: data.is_final ? 'block final' : 'block not final', isOpen: !data.is_final },
          { text: `basis ${execution?.basis ?? 'none'}`, isOpen: execution === null },
        ]}
      />
      {execution === null ? null : (
        <p>
          Transaction <Hash value={execution.transaction_hash} short /> in block{' '}
          {execution.block_number.toLocaleString('en')}
          {execution.is_direct ? '.' : ', called by another contract.'}
        </p>
      )}
      {data.moves.length === 0 ? null : (
        <Section title="Said, and happened">
          <Table name="Said, and happened" head={['Holder', 'Said', 'Happened']}>
            {data.moves.map((move) => (
              <tr key={move.token_address + move.holder_address}>
                <th scope="row">
                  <Sentence text={accountNameOf(move.holder_address as Address, context)} />
                </th>
                <td>
                  {move.raw_at_least === null ? (
                    'nothing'
                  ) : (
                    <MoveBounds
                      move={{ ...move, raw_at_least: move.raw_at_least }}
                      context={context}
                    />
                  )}
                </td>
                <td>
                  <MoveBounds
                    move={{
                      ...move,
                      raw_at_least: move.raw_happened,
                      raw_at_most: move.raw_happened,
                    }}
                    context={context}
                  />
                </td>
              </tr>
            ))}
          </Table>
        </Section>
      )}
      <ReasonSection reasons={verdict.reasons} />
    </>
  )
}
