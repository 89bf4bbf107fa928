import type { Hex } from '@vaultwright/base'
import { printExecutionDetails } from '@vaultwright/safe-service'
import type { StoredExecution } from '@vaultwright/store'
import { addressOf, strategists } from '../../support/store/store-fixture.ts'

type Details = Parameters<typeof printExecutionDetails>[0]

const hashOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`

/** An execution of a vault as the indexer stores it: a strategist's own, without a statement. */
export function storedExecution(
  block: number,
  logIndex: number,
  {
    details = {},
    ...changes
  }: Partial<StoredExecution> & { readonly details?: Partial<Details> } = {},
): StoredExecution {
  const moves = [{ token: addressOf(5), holder: addressOf(1), amount: -7n }]
  const body = printExecutionDetails({
    kind: 'manager',
    origin: 'account',
    calldata: null,
    basis: 'trace',
    moves,
    units: [{ address: addressOf(5), symbol: 'LOC', decimals: 6 }],
    findings: [],
    notStatedBecause: 'It was not proposed here.',
    ...details,
  })
  return {
    block: BigInt(block),
    logIndex,
    blockHash: hashOf(block + 1),
    atUnix: BigInt(1_700_000_000 + block),
    txHash: hashOf(1_000 * (block + 1) + logIndex),
    strategist: strategists[0],
    safeTxHash: null,
    calls: 2,
    outcome: null,
    body,
    ...changes,
  }
}
