import { adminOptions } from '../../admin/option.ts'
import type { OwnerMismatch, PushedFor } from '../../admin/vault.ts'
import { defineCommand, required, text } from '../../command/command.ts'
import { type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely, printTable } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'tree push',
  summary: 'Store a tree for a strategist of a vault: its root is pending',
  describe:
    'Stores a tree for a strategist of a vault. Its root is pending until it is set on the Manager. Safe to repeat: the first file stays, and differences of the pushed file are shown. Refuses a tree that contradicts its own leaves.',
  positionals: { file: { describe: 'Tree file, or - for standard input' } },
  options: {
    vault: required(text('Name or address of the vault', 'name')),
    strategist: required(text('Name or address of whose tree it is', 'name')),
    chain: text('Which chain, where the vault is on several', 'name'),
    ...adminOptions,
  },
  examples: [
    ["tree push tree.json --vault 'Local ETH' --strategist main", 'Make its root pending'],
    ['tree push tree.json --vault 0x… --strategist 0x… --chain base', 'By address, on this chain'],
    ['tree push tree.json --vault 0x… --strategist main --url https://…', 'By an API'],
  ],
  run: async (args, context) => {
    const [{ withAdmin }, { pushTree, readTreeBytes }, { writeWarning }] = await Promise.all([
      import('../../admin/open.ts'),
      import('../../admin/vault.ts'),
      import('../../terminal/warning.ts'),
    ])
    const tree = await readTreeBytes(args.file, context)
    const pushed = await withAdmin(args, context, (admin) => pushTree(admin, tree, args))
    for (const mismatch of pushed.mismatches) {
      writeWarning(mismatchTextOf(mismatch), { context, quiet: args.quiet })
    }
    return {
      json: () => pushedJsonOf(pushed),
      text: (style) => printPushed(pushed, style),
      exit: yes,
    }
  },
})

function pushedJsonOf(result: PushedFor): Json {
  const { pushed, chain, vault, strategist, mismatches } = result
  const { root, state, isNewTree, isNewRoot, differences } = pushed
  return {
    root,
    state,
    newTree: isNewTree,
    newRoot: isNewRoot,
    chain,
    vault: vault.address,
    strategist: strategist.address,
    differences: differences.map(({ place, field, kept: storedText, given: newText }) => ({
      place,
      field,
      kept: storedText,
      given: newText,
    })),
    strangers: mismatches.map(({ what, stated, meant }) => ({ what, stated, meant })),
  }
}

/** Warns that a file names another vault or strategist than it is pushed for. */
function mismatchTextOf({ what, stated, meant }: OwnerMismatch): string {
  return `The file says that it is for the ${what} ${stated}, and it was pushed for ${meant}. Make sure that it is the right file.`
}

function* printPushed(result: PushedFor, style: TextStyle): Iterable<string> {
  const { root, state, differences } = result.pushed
  const label = state === 'pending' ? style.yellow('pending') : style.green('onchain')
  yield `${label}  ${style.bold(root)}\n`
  const { chain, vault, strategist } = result
  const whose = `${strategist.name} (${strategist.address}) of ${vault.name} on ${chain}`
  yield `${printSafely(`${noveltyOf(result)} for ${whose}`)}\n`
  if (differences.length === 0) return
  yield `\nThe text that is kept already says otherwise, and stays:\n`
  const columns = ['place', 'field', 'kept', 'given'].map((title) => ({ title }))
  const rows = differences.map(({ place, field, kept: storedText, given: newText }) => [
    place,
    field,
    storedText ?? '(nothing)',
    newText ?? '(nothing)',
  ])
  yield* printTable(columns, rows, style)
}

function noveltyOf({ pushed: { isNewTree, isNewRoot } }: PushedFor): string {
  if (isNewTree) return 'stored'
  return isNewRoot ? 'stored before, and new' : 'stored before'
}
