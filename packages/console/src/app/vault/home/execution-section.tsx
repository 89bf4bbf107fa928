import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Address } from '@vaultwright/base'
import { statementContext } from '@vaultwright/check'
import { accountNameOf } from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import type { VaultExecutionData } from '@vaultwright/wire'
import { MoveBounds } from '../../part/band/bound-lines.tsx'
import { Icon } from '../../part/band/icon.tsx'
import { Sentence, shortAccount } from '../../part/band/sentence.tsx'
import { Button } from '../../part/button.tsx'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Empty, Loaded, NotKnown } from '../../part/state.tsx'
import { shortCell, Table } from '../../part/table.tsx'
import { countText } from '../../part/text/count-text.ts'
import { momentText } from '../../part/text/moment-text.ts'
import { outcomeWords } from '../../part/text/outcome-word.ts'
import { BookName } from '../../session/book/book-name.tsx'
import { sessionClient } from '../../session/session-client.ts'
import type { VaultHomeProps } from '../data/vault-tab.ts'
import { strategistsOn } from '../head/strategist-list.ts'
import styles from './vault.module.css'

/** Everything that was executed for the vault: who acted, what it did, and whether it was as said. */
export function ExecutionSection({ chain, address, detail }: VaultHomeProps) {
  const executions = useInfiniteQuery({
    queryKey: ['executions', chain, address],
    queryFn: ({ pageParam }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      return sessionClient().listExecutions({ chain, vault_address: address, ...cursor })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next_cursor,
  })
  const names = new Map(
    strategistsOn(detail, chain).map(({ address: account, name }) => [account.toLowerCase(), name]),
  )
  return (
    <Section title="Executions">
      <Loaded query={executions} what="executions" title="Executions cannot be read" lines={8}>
        {({ pages }) => {
          const list = pages.flatMap(({ data }) => data)
          if (list.length === 0) {
            return (
              <Empty>
                Nothing was executed, as far as the index has read.{' '}
                <code>vaultwright index run</code> reads on.
              </Empty>
            )
          }
          return (
            <>
              <p data-testid="executed">{summaryOf(list, executions.hasNextPage)}</p>
              <Table
                name="Executions"
                head={['When', 'Strategist', 'What it did', 'As said', 'Transaction']}
                isStacked
              >
                {list.map((execution) => (
                  <tr
                    key={`${execution.block_number} ${execution.log_index}`}
                    data-testid="execution"
                    data-outcome={execution.outcome ?? 'not_stated'}
                  >
                    <td className={shortCell}>{momentText(execution.executed_at)}</td>
                    <th scope="row">
                      <Actor execution={execution} names={names} chain={chain} />
                    </th>
                    <td>
                      <Deeds execution={execution} />
                    </td>
                    <td>
                      <AsSaid execution={execution} chain={chain} address={address} />
                    </td>
                    <td>
                      <Hash value={execution.transaction_hash} short />
                    </td>
                  </tr>
                ))}
              </Table>
              {executions.hasNextPage ? (
                <Button
                  onClick={() => void executions.fetchNextPage()}
                  disabled={executions.isFetchingNextPage}
                >
                  Show older
                </Button>
              ) : null}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

/** Answers the question of the tab in one line: what differs comes first. */
function summaryOf(list: readonly VaultExecutionData[], hasOlder: boolean): string {
  const count = (outcome: VaultExecutionData['outcome']) =>
    list.filter((execution) => execution.outcome === outcome).length
  const parts = [
    [count('executed_otherwise'), 'otherwise than said'],
    [count('failed'), 'failed'],
    [count('undecided'), 'undecided'],
    [count('executed_as_said'), 'as said'],
    [count(null), 'not stated before'],
  ] as const
  const text = parts.flatMap(([number, word]) => (number === 0 ? [] : `${number} ${word}`))
  const newest = hasOlder ? 'The newest ' : ''
  return `${newest}${countText(list.length, 'execution')}: ${text.join(', ')}.`
}

type OfExecution = { readonly execution: VaultExecutionData }

function Actor({
  execution: { strategist, origin },
  names,
  chain,
}: OfExecution & { readonly names: ReadonlyMap<string, string>; readonly chain: string }) {
  if (strategist === null) {
    return <NotKnown reason="neither a trace nor the calldata shows who called the Manager" />
  }
  const name = names.get(strategist.toLowerCase())
  return (
    <>
      {name ?? <BookName address={strategist} chain={chain} />} <Hash value={strategist} short />
      {origin === 'module' ? ' by a module' : ''}
    </>
  )
}

/** The first action in words, the count of the others, and what is unusual. */
function Deeds({ execution: { sentences, calls, findings } }: OfExecution) {
  const [first, ...further] = sentences
  const plain = calls === null ? null : `${countText(calls, 'call')} of the Manager`
  return (
    <>
      {first === undefined ? plain : <Sentence text={first} />}
      {further.length === 0 ? null : ` and ${countText(further.length, 'action')} more`}
      {findings.map(({ code, message }) => (
        <p key={code + message} className={styles.executionFinding}>
          {message.replace(/0x[0-9a-fA-F]{40,}/g, shortAccount)}
        </p>
      ))}
    </>
  )
}

const icons = {
  executed_as_said: 'yes',
  executed_otherwise: 'no',
  failed: 'no',
  undecided: 'open',
} as const

/** The mark, which leads to the receipt; without a statement the receipt is what the chain shows. */
function AsSaid({
  execution,
  chain,
  address,
}: OfExecution & { readonly chain: string; readonly address: string }) {
  const { outcome, strategist, safe_tx_hash: hash } = execution
  if (outcome !== null && strategist !== null && hash !== null) {
    return (
      <Link
        to="/vaults/$chain/$address/queue/$safe/$hash"
        params={{ chain, address, safe: strategist, hash }}
      >
        <Icon name={icons[outcome]} size={16} /> {outcomeWords[outcome]}
      </Link>
    )
  }
  const { not_stated_because: reason, moves, basis, block_number: block } = execution
  const place = { chainId: chainOf(chain)?.id ?? 0, vault: address as Address }
  const context = statementContext(execution, place)
  return (
    <details>
      <summary>Not stated</summary>
      <p>{reason}</p>
      <p>
        {basis === 'trace' ? 'Read from a trace' : 'Read from the receipt'}, block{' '}
        {block.toLocaleString('en')}.
      </p>
      {moves.map(({ token_address, holder_address, raw_amount }) => (
        <p key={token_address + holder_address}>
          <Sentence text={accountNameOf(holder_address as Address, context)} />{' '}
          <MoveBounds
            move={{
              token_address,
              holder_address,
              raw_at_least: raw_amount,
              raw_at_most: raw_amount,
            }}
            context={context}
          />
        </p>
      ))}
    </details>
  )
}
