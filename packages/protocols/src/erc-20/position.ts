import type { Address } from '@vaultwright/base'
import { multicall3Address, nativeAsset } from '@vaultwright/registry'
import type { Claim } from '../action/match.ts'
import type { PositionReader, PositionResult, PositionSubject } from '../position/position.ts'
import {
  failedRead,
  holdingsOf,
  idle,
  mergePositionResults,
  positionResultOf,
} from '../position/position-result.ts'
import { addressesIn, damagedSubject } from '../position/subject.ts'
import { amountIn, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { ContractRead, ContractReadResult, Reading } from '../reading/reading.ts'

/** Finds tokens, and the native coin, that lie in the vault or a drone. */
export const idlePosition: PositionReader = {
  name: idle,
  movable: 'donation',
  subjectsOf: (claims, vault) => idleSubjectsOf(claims, { vault, tokens: [] }),
  read: readIdle,
}

/** The owner of the tokens, and the tokens to read whatever leaves say. */
export type IdleTokens = { readonly vault: Address; readonly tokens: readonly Address[] }

/**
 * Lists the tokens that leaves name, for the vault and each drone alike: what one has may be sent to the other.
 */
export function idleSubjectsOf(
  claims: readonly Claim[],
  { vault, tokens }: IdleTokens,
): readonly PositionSubject[] {
  const named = new Set<Address>(tokens)
  const holders = new Set<Address>([vault])
  for (const claim of claims) {
    for (const token of tokensOf(claim)) named.add(token)
    if (claim.pattern.canSendValue || claim.pattern.action.route === 'native_wrapper/unwrap') {
      named.add(nativeAsset)
    }
    if (claim.drone !== null) holders.add(claim.drone)
  }
  if (named.size === 0) return []
  const values = { tokens: [...named].join(',') }
  return [...holders].map((holder) => ({ reader: idle, holder, values }))
}

function tokensOf({ pattern, binding }: Claim): readonly Address[] {
  return Object.entries(pattern.action.parameters).flatMap(([name, { kind }]) => {
    const value = binding[name]
    if (value === undefined || (kind !== 'token' && kind !== 'tokens')) return []
    const list = (typeof value === 'string' ? [value] : value) as readonly Address[]
    return list.filter((token) => BigInt(token) !== 0n)
  })
}

function* readIdle(subject: PositionSubject): Reading<PositionResult> {
  const tokens = addressesIn(subject, 'tokens')
  if (subject.reader !== idle || tokens === null) return damagedSubject(subject)
  const { holder } = subject
  const answers = yield tokens.map((token) => balanceCall(token, holder))
  return mergePositionResults(tokens.map((token, at) => idleOf(token, holder, answers[at]!)))
}

/** Nobody but Multicall3 says how much of the coin an account has, in a call. */
function balanceCall(token: Address, holder: Address): ContractRead {
  return token === nativeAsset
    ? readOf(multicall3Address, 'getEthBalance(address)', [holder])
    : readOf(token, 'balanceOf(address)', [holder])
}

function idleOf(token: Address, holder: Address, answer: ContractReadResult): PositionResult {
  const { value, reason } = token === nativeAsset ? wordIn(answer, 0) : amountIn(answer)
  if (value === null) return failedRead(`balance of ${token} in ${holder}`, reason)
  return positionResultOf({ holdings: holdingsOf({ protocol: idle, holder, asset: token }, value) })
}
