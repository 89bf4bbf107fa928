import { acts, printControlWitness } from '@vaultwright/access-control'
import { isSound } from '@vaultwright/base'
import { choice, count, defineCommand, text } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { printJson } from '../../../terminal/json.ts'
import { writeFileWhole } from '../../../terminal/output-file.ts'
import { controlOptions, readControlAt, vaultWord } from './control-input.ts'
import { printControlMarkdown } from './control-markdown.ts'
import { findingsOf, policyOption, rulesIn } from './control-policy.ts'
import { controlJsonOf, exitOf, failuresOf, failureWords } from './control-print.ts'
import { allOption, printControlText } from './control-screen.ts'

export const command = defineCommand({
  name: 'control',
  summary: 'Show who can do what with a vault, with which keys, after which delay',
  describe:
    'Shows who can take a vault, and who can do each act: the fewest keys, the least delay, and the path from the keys to the call. Reads the owners, authorities, roles, Safes and timelocks at one block by proofs, so that nothing of the node is believed; a list of holders is complete if the whole storage says so. Code that is not known is never left out: beside the keys that are proven stands what cannot be excluded.',
  positionals: { vault: { ...vaultWord, optional: true } },
  options: {
    ...controlOptions,
    act: text('Only this act, as in set_root', 'name'),
    all: allOption,
    sets: count('Key sets listed an act and delay; default: 20', 'count'),
    witness: text('Write what proves the answer, for control replay', 'file'),
    'fail-on': text(
      'Answer no (exit 1) on these, with commas: unknown (code that is not known decides), incomplete, and critical, high or medium (one key does an act of that severity or worse)',
      'words',
    ),
    policy: policyOption,
    format: choice(['text', 'json', 'markdown'], 'How to print it'),
  },
  examples: [
    ['control vault.yaml --chain mainnet', 'Who can take the vault?'],
    ['control vault.yaml --act mint --json', 'Every key set that mints'],
    ['control vault.yaml --fail-on unknown,incomplete,high', 'For CI: exit 1 if one key is enough'],
    ['control vault.yaml --policy policy.yaml', 'Does it keep to the rules under control:?'],
    ['control vault.yaml --witness control.json', 'Keep what proves it'],
  ],
  run: async (args, context) => {
    const { vault } = args
    if (vault === undefined)
      throw new UsageError('No vault is given. Give a definition, or an address with --manager.')
    const words = wordsOf(args['fail-on'])
    const act = actMeant(args.act)
    const policy = await rulesIn(args.policy, context)
    const [control] = await readControlAt({ ...args, vault }, context, {
      blocks: [args.block],
      mostSets: args.sets ?? 20,
    })
    const { reading, answer, block, hasLogs, witness } = control!
    if (args.witness !== undefined)
      await writeFileWhole(args.witness, [printControlWitness(witness)], context)
    const shown = {
      acts: answer.acts.filter((row) => act === null || row.act === act),
    }
    const findings = findingsOf({ answer, reading }, policy, control!.vault)
    const view = { reading, answer: shown, block, hasLogs, findings }
    return {
      json: () => controlJsonOf(view),
      text: (style) => {
        if (args.format === 'json') return [printJson(controlJsonOf(view))]
        if (args.format === 'markdown') return printControlMarkdown(view)
        return printControlText(view, args, { style, config: context.config })
      },
      exit: () =>
        isSound(findings ?? []) ? exitOf(failuresOf({ reading, answer: shown }, words)) : 1,
    }
  },
})

/** Reads the words of `--fail-on`. */
function wordsOf(text: string | undefined): readonly string[] {
  const words = text === undefined ? [] : text.split(',').map((word) => word.trim())
  const unknown = words.find((word) => !(failureWords as readonly string[]).includes(word))
  if (unknown === undefined) return words
  throw new UsageError(
    `--fail-on cannot be ${JSON.stringify(unknown)}. Give ${failureWords.join(', ')}.`,
    { option: 'fail-on', value: unknown },
  )
}

/** Reads the name of an act. */
export function actMeant(name: string | undefined): string | null {
  if (name === undefined) return null
  if (Object.hasOwn(acts, name)) return name
  throw new UsageError(
    `There is no act ${JSON.stringify(name)}. Give one of ${Object.keys(acts).join(', ')}.`,
    { option: 'act', value: name },
  )
}
