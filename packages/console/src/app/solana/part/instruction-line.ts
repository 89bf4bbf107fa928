import type { JudgedTransaction } from '@vaultwright/check'

/** Says what each instruction does; what only asks for compute is no action. */
export function instructionLines(
  instructions: JudgedTransaction['instructions'],
): readonly string[] {
  const all = instructions.map(({ description }) => description.inner ?? description)
  const actions = all.filter(({ programName }) => !/compute budget/i.test(programName ?? ''))
  return (actions.length > 0 ? actions : all).map(lineOf)
}

function lineOf({ name, programName, program, arguments: values }: Description): string {
  const texts = values.map((each) => `${each.name} ${each.value}`).join(', ')
  const title = name?.replaceAll('_', ' ') ?? 'Unknown instruction'
  return `${title} of ${programName ?? program}${texts === '' ? '' : `: ${texts}`}`
}

type Description = JudgedTransaction['instructions'][number]['description']
