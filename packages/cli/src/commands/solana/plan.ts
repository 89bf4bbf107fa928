import { printHex } from '@vaultwright/base'
import { parseSvmAddress, type SvmAddress } from '@vaultwright/svm'
import {
  describeInstruction,
  type SvmPlan,
  type SvmProposer,
  type SvmSquads,
} from '@vaultwright/svm-builder'
import { count, defineCommand, flag, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { readSvmDefinition } from '../../input/solana/definition.ts'
import { onSolana, solanaNodeOptions } from '../../input/solana/node.ts'
import { definitionWord } from '../../input/tree-option.ts'
import { instructionJsonOf } from '../../print/solana/instruction.ts'
import { planEntryJsonOf, printPlanEntries } from '../../print/solana/plan-entry.ts'
import { type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'

export const command = defineCommand({
  name: 'solana plan',
  summary: 'Show which digests a definition adds and removes, and the transactions that do it',
  describe:
    'Compares a Solana definition with the digests of a node at one slot: which exist, are missing or store other operators. Prints the transactions, unsigned, that the authority of the vault would sign to create and close digests; with --squads those that propose the same to the members of the Squads multisig that is the authority.',
  positionals: { definition: definitionWord },
  options: {
    prune: flag('Also close digests that the history of the vault shows and the definition omits'),
    squads: text('The Squads multisig (version 4) whose vault is the authority', 'address'),
    'squads-vault': count('Which vault of the multisig is the authority; default: 0', 'index'),
    creator: text('The member that proposes: it signs and pays', 'address'),
    ...solanaNodeOptions,
  },
  examples: [
    ['solana plan vault.yaml --rpc-url http://127.0.0.1:8899', 'What changes, and who signs it?'],
    ['solana plan vault.yaml --prune --rpc-url https://… --json', 'With closing what is left over'],
    [
      'solana plan vault.yaml --squads 7Z8f… --creator 7d3y… --rpc-url https://…',
      'As proposals to the members of a multisig',
    ],
  ],
  run: async (args, context) => {
    const definition = await readSvmDefinition(args.definition, context)
    const { planSvmDigests } = await import('@vaultwright/operations')
    const { genesisHash } = definition
    const squads = proposerOf(args.squads, args.creator, args['squads-vault'])
    const plan = await onSolana(args, { context, genesisHash }, (node) =>
      planSvmDigests(node, definition, { prune: args.prune, squads }),
    )
    const { vault, program } = definition
    return {
      json: () => planJsonOf(plan, { vault, program }),
      text: (style) => printPlan(plan, { vault, program, style }),
      exit: yes,
    }
  },
})

function proposerOf(
  multisig: string | undefined,
  creator: string | undefined,
  vaultIndex: number | undefined,
): SvmProposer | null {
  if (multisig === undefined) {
    if (creator === undefined && vaultIndex === undefined) return null
    throw new UsageError('--creator and --squads-vault are of a multisig. Give --squads, too.')
  }
  if (creator === undefined)
    throw new UsageError('--squads needs the member that proposes. Give --creator.')
  if (vaultIndex !== undefined && vaultIndex > 255)
    throw new UsageError(
      `${vaultIndex} is not the index of a vault. Give 0 to 255 as --squads-vault.`,
    )
  return {
    multisig: parseSvmAddress(multisig),
    creator: parseSvmAddress(creator),
    vaultIndex: vaultIndex ?? 0,
  }
}

type PlannedVault = { readonly vault: SvmAddress; readonly program: SvmAddress }

function planJsonOf(plan: SvmPlan, { vault, program }: PlannedVault): Json {
  return {
    vault_address: vault,
    vault_id: plan.state.vaultId,
    slot: Number(plan.slot),
    authority: plan.state.authority,
    permissions: plan.entries.map(planEntryJsonOf),
    foreign: plan.foreign.map(({ digest, digestAddress }) => ({
      cpi_digest: printHex(digest).slice(2),
      cpi_digest_address: digestAddress,
    })),
    ...(plan.squads === null ? {} : { squads: squadsJsonOf(plan.squads) }),
    transactions: plan.transactions.map(({ base64, size, instructions, proposal }) => ({
      serialized_transaction_base64: base64,
      size_bytes: size,
      ...(proposal === null
        ? {}
        : {
            transaction_index: proposal.index,
            transaction_address: proposal.transactionAddress,
            proposal_address: proposal.proposalAddress,
          }),
      instructions: instructions.map((entry) =>
        instructionJsonOf(describeInstruction(entry, program)),
      ),
    })),
  }
}

function squadsJsonOf(squads: SvmSquads): Json {
  return {
    multisig: squads.multisig,
    vault_index: squads.vaultIndex,
    creator: squads.creator,
    threshold: squads.threshold,
    time_lock_seconds: squads.timeLockSeconds,
  }
}

type PlanPrinting = PlannedVault & { readonly style: TextStyle }

function* printPlan(plan: SvmPlan, { vault, program, style }: PlanPrinting): Iterable<string> {
  const { state, slot, entries, foreign, transactions, squads } = plan
  yield `${style.bold(vault)}  authority ${state.authority}  ${style.dim(`digests at slot ${slot}`)}\n`
  yield* printPlanEntries(entries, style)
  for (const { digest, digestAddress } of foreign) {
    yield `${style.yellow('close  ')}  not in the definition\n`
    yield style.dim(`         digest ${printHex(digest).slice(2)} at ${digestAddress}\n`)
  }
  yield '\n'
  if (transactions.length === 0) yield 'Nothing to do.\n'
  else if (squads !== null)
    yield `${squads.creator} proposes to ${squads.multisig}, where ${squads.threshold} approve; executed ${squads.timeLockSeconds} s after that at the earliest.\n`
  for (const [index, { base64, size, instructions, proposal }] of transactions.entries()) {
    const names = instructions.map((entry) => describeInstruction(entry, program).name ?? 'unknown')
    yield `${style.bold(`transaction ${index + 1}`)}  ${size} bytes: ${names.join(', ')}\n${base64}\n`
    if (proposal !== null)
      yield style.dim(
        `verify the account ${proposal.transactionAddress} (transaction ${proposal.index}) before you approve ${proposal.proposalAddress}\n`,
      )
  }
}
