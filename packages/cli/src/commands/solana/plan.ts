import { printHex } from '@vaultwright/base'
import type { SvmAddress } from '@vaultwright/svm'
import { describeInstruction, type SvmPlan } from '@vaultwright/svm-builder'
import { defineCommand, flag } from '../../command/command.ts'
import { type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { definitionWord } from '../definition/input.ts'
import { readSvmDefinition } from './input/definition.ts'
import { onSolana, solanaNodeOptions } from './input/node.ts'
import { instructionJsonOf } from './print/instruction.ts'
import { planEntryJsonOf, printPlanEntries } from './print/plan-entry.ts'

export const solanaPlan = defineCommand({
  name: 'solana plan',
  describe:
    'Compares a Solana definition with the digests of a node at one slot: which exist, are missing or store other operators. Prints the transactions, unsigned, that the authority of the vault would sign to create and close digests.',
  positionals: { definition: definitionWord },
  options: {
    prune: flag('Also close digests that the history of the vault shows and the definition omits'),
    ...solanaNodeOptions,
  },
  examples: [
    ['solana plan vault.yaml --rpc-url http://127.0.0.1:8899', 'What changes, and who signs it?'],
    ['solana plan vault.yaml --prune --rpc-url https://… --json', 'With closing what is left over'],
  ],
  run: async (args, context) => {
    const definition = await readSvmDefinition(args.definition, context)
    const { planSvmDigests } = await import('@vaultwright/operations')
    const { genesisHash } = definition
    const plan = await onSolana(args, { context, genesisHash }, (node) =>
      planSvmDigests(node, definition, { prune: args.prune }),
    )
    const { vault, program } = definition
    return {
      json: () => planJsonOf(plan, { vault, program }),
      text: (style) => printPlan(plan, { vault, program, style }),
      exit: yes,
    }
  },
})

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
    transactions: plan.transactions.map(({ base64, size, instructions }) => ({
      serialized_transaction_base64: base64,
      size_bytes: size,
      instructions: instructions.map((entry) =>
        instructionJsonOf(describeInstruction(entry, program)),
      ),
    })),
  }
}

type PlanPrinting = PlannedVault & { readonly style: TextStyle }

function* printPlan(plan: SvmPlan, { vault, program, style }: PlanPrinting): Iterable<string> {
  const { state, slot, entries, foreign, transactions } = plan
  yield `${style.bold(vault)}  authority ${state.authority}  ${style.dim(`digests at slot ${slot}`)}\n`
  yield* printPlanEntries(entries, style)
  for (const { digest, digestAddress } of foreign) {
    yield `${style.yellow('close  ')}  not in the definition\n`
    yield style.dim(`         digest ${printHex(digest).slice(2)} at ${digestAddress}\n`)
  }
  yield '\n'
  if (transactions.length === 0) yield 'Nothing to do.\n'
  for (const [index, { base64, size, instructions }] of transactions.entries()) {
    const names = instructions.map((entry) => describeInstruction(entry, program).name ?? 'unknown')
    yield `${style.bold(`transaction ${index + 1}`)}  ${size} bytes: ${names.join(', ')}\n${base64}\n`
  }
}
