import type { Finding } from '@vaultwright/base'
import { callContextOf, descriptionProblemOf } from '@vaultwright/protocols'
import { guessChain } from '@vaultwright/registry'
import type { LintInput, LintRule } from './lint-input.ts'

/** Words of the file that contradict the bytes beside them: nothing hashes a description. */
export const descriptionRule: LintRule = {
  inputs: 'file',
  codes: {
    description_differs: {
      severities: ['warning'],
      meaning:
        'The description names another token, account, protocol or limit than the leaf binds.',
    },
  },
  check: checkDescriptions,
}

function checkDescriptions({ file, used }: LintInput): readonly Finding[] {
  const { vault, manager } = file.metadata
  const accounts = used.flatMap(({ leaf }) => [leaf.target, ...leaf.arguments])
  const chainId = guessChain({ vault, manager, accounts })?.chainId ?? null
  const context = callContextOf(chainId, vault)
  return used.flatMap(({ leaf, position }): readonly Finding[] => {
    // Another drone than the leaf calls is a finding of its own.
    const description = leaf.description.replace(/^\(Drone: 0x[0-9a-fA-F]{40}\)\s*/, '')
    const problem = descriptionProblemOf({ ...leaf, description }, context)
    if (problem === null) return []
    const { signature } = leaf
    const message = `The description of slot ${position} is ${JSON.stringify(description.slice(0, 200))}: ${problem}. The leaf counts, not its description.`
    const facts = { description, signature, problem }
    return [
      {
        code: 'description_differs',
        severity: 'warning',
        leaf: position,
        message,
        facts,
      },
    ]
  })
}
