import { actsOf, delayText, explainAct, type PathStep, stepText } from '@vaultwright/access-control'
import type { Address } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { defineCommand, list, required, text } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { actMeant } from './control.ts'
import { controlOptions, readControlAt, vaultWord } from './control-input.ts'

export const command = defineCommand({
  name: 'control why',
  summary: 'Show by which path some keys do an act, or that they cannot',
  describe:
    'Shows whether some keys together can do an act, after which delay, and step by step how: from the keys over Safes, timelocks and roles to the call. The answer is no (exit 1) if they cannot. Code that is not known is not taken to help them.',
  positionals: { vault: vaultWord },
  options: {
    ...controlOptions,
    act: required(text('The act, as in mint', 'name')),
    keys: list('The keys, with commas or several in a row', 'address'),
  },
  examples: [['control why vault.yaml --act mint --keys 0x…,0x…', 'Can these two mint?']],
  run: async (args, context) => {
    const act = actMeant(args.act)
    const keys = args.keys.flatMap((word) => word.split(',')).map(keyIn)
    const [control] = await readControlAt(args, context, { blocks: [args.block], mostSets: 1 })
    const { state } = control!.reading
    const rows = actsOf(state)
      .filter((row) => row.act === act)
      .map(({ question, target, strategist }) => ({
        target,
        strategist,
        result: explainAct(state, { question }, { keys, unknown: [] }),
      }))
    return {
      json: () => ({
        act,
        keys: [...keys],
        answers: rows.map(({ target, strategist, result }) => ({
          target,
          strategist,
          suffices: result !== null,
          delaySeconds: result?.delay ?? null,
          path: result === null ? [] : result.path.map((step) => ({ ...step })),
        })),
      }),
      text: function* () {
        if (rows.length === 0) yield `No contract of the vault does ${act}.\n`
        for (const { target, result } of rows) {
          if (result === null) yield `${target}: these keys do not suffice.\n`
          else {
            yield `${target}: they suffice, ${delayText(result.delay)}.\n`
            for (const step of result.path) yield `  ${lineOf(step)}\n`
          }
        }
      },
      exit: () => (rows.some(({ result }) => result !== null) ? 0 : 1),
    }

    function lineOf(step: PathStep): string {
      return `${delayText(step.delay).padEnd(12)} ${stepText(step, state)}`
    }
  },
})

function keyIn(word: string): Address {
  if (word.trim() === '') throw new UsageError('A key is empty. Give --keys with addresses.')
  return parseAddress(word.trim()).toLowerCase() as Address
}
