import {
  cpiDigest,
  type Instruction,
  manageInstruction,
  mergedFlags,
  type Operator,
  type SvmAccount,
  type SvmAddress,
  tokenProgram,
  transferCheckedInstruction,
  vaultAddresses,
} from '@vaultwright/svm'
import { type SvmVerdict, verifySvmTransaction } from '@vaultwright/svm-builder'
import type { SolanaWorld, SvmExecution } from '../world.ts'

/** A call that the strategist makes through the vault, with instructions beside it. */
export type Attempt = {
  readonly innerCall: Instruction
  readonly operators: readonly Operator[]
  readonly subAccount?: number
  readonly beside?: readonly Instruction[]
  /** Default: the one that follows from the call's digest. */
  readonly digestAddress?: SvmAddress
}

export const pinByte = (start: number, length = 1): Operator => ({
  kind: 'ingest_instruction',
  start,
  length,
})
export const pinAccount = (index: number): Operator => ({ kind: 'ingest_account', index })
export const pinSize: Operator = { kind: 'ingest_instruction_data_size' }

/** The operators that pin a transfer of a token: the instruction, mint, recipient, sub-account and length. */
export const transferOperators: readonly Operator[] = [
  pinByte(0),
  ...[1, 2, 3].map(pinAccount),
  pinSize,
]

/** A transfer of USDC out of a sub-account. */
export function usdcTransfer(
  world: SolanaWorld,
  recipient: SvmAddress,
  { amount = 1_250_000n, subAccount = 0 } = {},
): Instruction {
  const { usdc } = world.mints
  const authority = world.subAccount(subAccount)
  return transferCheckedInstruction({
    tokenProgram,
    source: world.holding(authority, usdc),
    mint: usdc,
    recipient: world.holding(recipient, usdc),
    authority,
    amount,
    decimals: 6,
  })
}

/** The inner call as the runtime shows it in the whole transaction of an attempt. */
export function shownCall(world: SolanaWorld, attempt: Attempt): Instruction {
  const { innerCall, beside = [] } = attempt
  const manage = manageOf(world, attempt, world.state)
  const feePayer = world.people.strategist
  const flagsOf = mergedFlags({ feePayer, instructions: [...beside, manage] })
  const accounts = innerCall.accounts.map(({ address }) => ({ address, ...flagsOf(address) }))
  return { ...innerCall, accounts }
}

/** The digest of an attempt, and its account. */
export function digestOf(world: SolanaWorld, attempt: Attempt) {
  const digest = cpiDigest(shownCall(world, attempt), attempt.operators)
  const digestAddress = vaultAddresses(world.program).cpiDigest(world.vaultId, digest)
  return { digest, digestAddress }
}

/** Creates the permission that an attempt needs, by the authority. */
export async function permit(world: SolanaWorld, attempt: Attempt): Promise<SvmAddress> {
  const { digest, digestAddress } = digestOf(world, attempt)
  if (world.account(digestAddress) === null) await world.permit(attempt.operators, digest)
  return digestAddress
}

/** Sends an attempt, by the strategist. */
export function run(world: SolanaWorld, attempt: Attempt): Promise<SvmExecution> {
  return world.send(instructionsOf(world, attempt), ['strategist'])
}

/** The instructions of an attempt, those beside the call first. */
export function instructionsOf(world: SolanaWorld, attempt: Attempt): readonly Instruction[] {
  const digestAddress = attempt.digestAddress ?? digestOf(world, attempt).digestAddress
  return [...(attempt.beside ?? []), manageOf(world, attempt, digestAddress)]
}

/** The program's number for why a transaction failed; null where it did not, or for another reason. */
export function customError({ err }: SvmExecution): number | null {
  const [, reason] =
    (err as { readonly InstructionError?: readonly [number, unknown] } | null)?.InstructionError ??
    []
  return (reason as { readonly Custom?: number } | undefined)?.Custom ?? null
}

/** Judges a transaction by what the chain stores: every account that decides is read first. */
export function verdictOf(
  world: SolanaWorld,
  transaction: string | Uint8Array,
  { allowDurable = false } = {},
): SvmVerdict {
  const { program } = world
  const accounts = new Map<SvmAddress, SvmAccount | null>()
  const judge = () =>
    verifySvmTransaction(transaction, { snapshot: { slot: 1n, accounts }, program, allowDurable })
  // Lookup tables first, then what the instructions name.
  for (let round = 0; round < 2; round++) {
    for (const address of judge().missing) accounts.set(address, world.account(address))
  }
  return judge()
}

function manageOf(
  { people, program, vaultId }: SolanaWorld,
  { innerCall, subAccount = 0 }: Attempt,
  digestAddress: SvmAddress,
): Instruction {
  const { strategist } = people
  return manageInstruction({ program, strategist, vaultId, subAccount, digestAddress, innerCall })
}
