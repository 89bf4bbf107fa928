import { useQuery } from '@tanstack/react-query'
import { executionVerdict } from '@vaultwright/check'
import type { SafeExecutionData } from '@vaultwright/wire'
import { AnswerBand } from '../../part/band/answer-band.tsx'
import { ReasonSection } from '../../part/band/reason-list.tsx'
import { shortAccount } from '../../part/band/sentence.tsx'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Loaded } from '../../part/state.tsx'
import { numberCell, Table } from '../../part/table.tsx'
import { sessionClient } from '../../session/session-client.ts'
import type { SafeOfVault } from './queue-data.ts'

/** The receipt of a transaction that was proposed here: what was said of it, and what happened. */
export function ReceiptPanel({
  place,
  hash,
}: {
  readonly place: SafeOfVault
  readonly hash: string
}) {
  const { chain, safe } = place
  const execution = useQuery({
    queryKey: ['safe-execution', chain, safe.toLowerCase(), hash],
    queryFn: async () =>
      (await sessionClient().getSafeExecution({ chain, safe, safe_tx_hash: hash })).data,
    retry: false,
  })
  return (
    <Loaded query={execution} what="the receipt" title="There is no receipt" lines={8}>
      {(data) => <Receipt data={data} />}
    </Loaded>
  )
}

const lines: Readonly<Record<SafeExecutionData['outcome'], string>> = {
  executed_as_said: 'Executed as said',
  executed_otherwise: 'Executed otherwise',
  failed: 'Failed: the nonce is used',
  undecided: 'Executed; the block moved more',
  replaced: 'Replaced by another transaction',
  pending: 'Not executed',
}

function Receipt({ data }: { readonly data: SafeExecutionData }) {
  const verdict = executionVerdict(data)
  const { execution } = data
  return (
    <>
      <AnswerBand
        question="Did it do what was said?"
        verdict={verdict}
        condition={
          verdict.answer === 'no' ? 'Ask who executed it' : 'as the service read the chain'
        }
        lines={[lines[data.outcome]]}
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
          <Table
            name="Said, and happened"
            head={['Token', 'Holder', 'At least', 'At most', 'Happened']}
            numbers={['At least', 'At most', 'Happened']}
          >
            {data.moves.map((move) => (
              <tr key={move.token_address + move.holder_address}>
                <th scope="row">{shortAccount(move.token_address)}</th>
                <td>{shortAccount(move.holder_address)}</td>
                <td className={numberCell}>{move.raw_at_least ?? 'not said'}</td>
                <td className={numberCell}>
                  {move.raw_at_most ?? (move.is_stated ? 'no bound' : 'not said')}
                </td>
                <td className={numberCell}>{move.raw_happened}</td>
              </tr>
            ))}
          </Table>
        </Section>
      )}
      <ReasonSection reasons={verdict.reasons} />
    </>
  )
}
