import type { SvmExecuteMultipleResponse } from '@vaultwright/wire'
import { Hash } from '../part/hash.tsx'
import { numberCell, Table } from '../part/table.tsx'
import { Verdict } from '../part/verdict.tsx'
import styles from '../style/fact.module.css'

/** The fields that a simulation adds to an answer. */
export type SimulatedSvm = Pick<
  SvmExecuteMultipleResponse,
  | 'simulation_status'
  | 'simulation_gas_used'
  | 'simulation_gas_cost_sol'
  | 'simulation_logs'
  | 'simulator_simulation_url'
  | 'simulation_skipped'
  | 'token_transfers'
  | 'error'
>

/** The node's statement of the transaction's effect: by the server, not proven. */
export function SvmSimulation({ answer }: { readonly answer: SimulatedSvm }) {
  const { simulation_status: status, simulation_gas_used: units } = answer
  const fee = answer.simulation_gas_cost_sol ?? null
  const logs = answer.simulation_logs ?? []
  const url = answer.simulator_simulation_url ?? null
  const cost = [
    units == null ? null : `${units.toLocaleString('en-US')} compute units`,
    fee === null ? null : `${fee} SOL of fees`,
  ].filter(Boolean)
  return (
    <>
      {status === true ? (
        <Verdict tone="good" title="It would succeed, as the node simulated it">
          <p>{cost.length === 0 ? null : `${cost.join(', ')}.`}</p>
        </Verdict>
      ) : answer.simulation_skipped === true ? (
        <Verdict tone="look" title="Not simulated" />
      ) : (
        <Verdict tone="bad" title="It would fail, or could not be simulated">
          <p>{status ?? answer.error ?? 'The service gave no reason.'}</p>
        </Verdict>
      )}
      <Transfers answer={answer} />
      {url === null ? null : (
        <p>
          <a href={new URL(url).pathname} target="_blank" rel="noreferrer">
            The simulation by its link
          </a>
        </p>
      )}
      {logs.length === 0 ? null : (
        <details className={styles.more}>
          <summary>{logs.length} lines of the log</summary>
          <ol className="wrap">
            {logs.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, the order counts
              <li key={index}>
                <code>{line}</code>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}

function Transfers({ answer }: { readonly answer: SimulatedSvm }) {
  const transfers = answer.token_transfers
  if (transfers === undefined) return null
  if (transfers.length === 0)
    return <p className="soft">No balance of the vault’s sub-accounts changes.</p>
  return (
    <Table
      name="Transfers"
      head={['Direction', 'Amount', 'Base units', 'Token', 'Mint']}
      numbers={['Amount', 'Base units']}
    >
      {transfers.map(({ direction, amount, raw_amount, token, token_address }) => (
        <tr key={`${token_address}${direction}`}>
          <td>{direction === 'out' ? 'the vault sends' : 'the vault receives'}</td>
          <td className={numberCell}>{amount ?? 'decimals not known'}</td>
          <td className={numberCell}>{raw_amount}</td>
          <td>{token}</td>
          <td>
            <Hash value={token_address} short />
          </td>
        </tr>
      ))}
    </Table>
  )
}
