import {
  appendDroneTarget,
  encodeManageFromTree,
  type LeafTree,
  leafAt,
  type ManageCall,
  matchCall,
  type PositionedCall,
} from '@vaultwright/manager'
import { proofHexOf } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import { type Address, concatHex, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { serializeSignature, sign } from 'viem/accounts'
import { accountOf, keyOf } from '../account.ts'
import type { Of } from '../plan/piece.ts'
import type { Session, Transaction } from '../session.ts'
import { dataOf } from '../session.ts'

/** A call that a vault shall make. */
export type VaultCall = {
  readonly target: Address
  readonly data: Hex
  readonly value?: bigint
}

/**
 * Encodes a call from a human-readable signature.
 *
 * @param target - whom to call.
 * @param signature - `approve(address spender, uint256 amount)`; structs as tuples.
 * @param args - its arguments.
 * @returns the call, without value.
 */
export function callOf(target: Address, signature: string, args: readonly unknown[]): VaultCall {
  const abi = parseAbi([`function ${signature}`] as readonly string[])
  const data = encodeFunctionData({ abi, args } as Parameters<typeof encodeFunctionData>[0])
  return { target, data }
}

/**
 * Makes Manager calldata of calls that a tree permits, the way a strategist does with the toolkit.
 *
 * @param tree - the strategist's tree.
 * @param calls - in order.
 * @returns calldata with its proofs.
 * @throws {Error} when the tree does not permit a call.
 */
export function manageDataOf(tree: LeafTree, calls: readonly VaultCall[]): Hex {
  return encodeManageFromTree(
    tree,
    calls.map((call) => placed(tree, call)),
  )
}

/**
 * Proves calls that run inside a flash loan.
 *
 * @param tree - the Manager's own tree.
 * @param calls - in order.
 * @returns the calls with decoder and proof.
 * @throws {Error} when the tree does not permit a call.
 */
export function provenCallsOf(tree: LeafTree, calls: readonly VaultCall[]): readonly ManageCall[] {
  return calls.map((call) => {
    const { position, ...fields } = placed(tree, call)
    return {
      ...fields,
      decoder: leafAt(tree, position)!.decoder,
      proof: proofHexOf(tree.tree, position),
    }
  })
}

/**
 * Sends a call through a drone.
 *
 * @param drone - the drone.
 * @param call - what the drone shall call.
 * @returns the call that the vault makes.
 */
export function droneCallOf(drone: Address, { target, data, value = 0n }: VaultCall): VaultCall {
  return { target: drone, data: appendDroneTarget(data, target), value }
}

function placed(tree: LeafTree, { target, data, value = 0n }: VaultCall): PositionedCall {
  const match = matchCall({ target, data, value }, { tree, rules: ruleBook })
  if (match.kind === 'none') {
    const { message } = match.refusal
    throw new Error(`The tree does not permit ${data.slice(0, 10)} of ${target}: ${message}`)
  }
  return { target, data, value, position: match.positions[0]! }
}

/**
 * Makes the transaction with which two of the three signers execute a call in the multisig's name.
 *
 * @param session - the chain; the wallet tells what is to be signed.
 * @param wallet - the multisig.
 * @param call - whom the multisig calls.
 * @returns a transaction that the first signer sends.
 */
export async function multisigTransaction(
  session: Session,
  wallet: Address,
  call: VaultCall,
): Promise<Transaction> {
  const terms = [
    call.target,
    call.value ?? 0n,
    call.data,
    0,
    0n,
    0n,
    0n,
    zeroAddress,
    zeroAddress,
  ] as const
  const nonce = await session.read(wallet, { contract: 'MultisigWallet', name: 'nonce' })
  const hash = await session.read(wallet, {
    contract: 'MultisigWallet',
    name: 'getTransactionHash',
    args: [...terms, BigInt(nonce)],
  })
  const signers = (['signer 1', 'signer 2'] as const).toSorted((one, other) =>
    BigInt(accountOf(one)) < BigInt(accountOf(other)) ? -1 : 1,
  )
  const signatures = await Promise.all(
    signers.map(async (name) => serializeSignature(await sign({ hash, privateKey: keyOf(name) }))),
  )
  const data = dataOf({
    contract: 'MultisigWallet',
    name: 'execTransaction',
    args: [...terms, concatHex(signatures)],
  })
  return { from: accountOf('signer 1'), to: wallet, data, what: 'multisig execution' }
}

/**
 * Lets a spender take a token of the vault.
 *
 * @param of - where things are.
 * @param token - name of the token.
 * @param to - name of the spender, and how much in base units.
 * @returns the call.
 */
export function approve(
  of: Of,
  token: string,
  { spender, amount }: { readonly spender: string; readonly amount: bigint },
): VaultCall {
  return callOf(of(token), 'approve(address spender, uint256 amount)', [of(spender), amount])
}
