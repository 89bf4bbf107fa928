import { type Environment, nearestOf, type PartReport } from '@vaultwright/base'
import { type ChainVariable, chains, variablesOf } from './chain.ts'

/** A variable that no program reads, and the one that was probably meant. */
export type VariableQuestion = {
  readonly variable: string
  /** Null where no name is near: a chain that is not known here. */
  readonly suggestion: string | null
  /** A sentence that asks. */
  readonly message: string
}

const chainParts = [
  'FORK_RPC_URL',
  'RPC_URL',
  'RPC_PER_MINUTE',
  'FINALITY',
] as const satisfies readonly ChainVariable[]

/** Names that are shorter stand near to names of other programs, as HOME to HOST. */
const shortestName = 8
/** A slip: more, and it is another word. */
const maxSlips = 2

/**
 * Finds variables that look misspelled: `MAINET_RPC_URL` beside no `MAINNET_RPC_URL`.
 *
 * @param variables - names and values; an empty value counts as missing.
 * @param names - what the program reads beside the variables of chains.
 * @returns a question for each, in the order of their names. A variable whose likely meaning is set as well
 *   is left alone.
 */
export function questionVariables(
  variables: Environment,
  names: ReadonlySet<string>,
): readonly VariableQuestion[] {
  const isSet = (name: string) => (variables[name]?.trim() ?? '') !== ''
  const knownVariables = new Set([...names, ...chainVariables])
  return Object.keys(variables)
    .filter((variable) => isSet(variable) && !knownVariables.has(variable.replace(/_FILE$/, '')))
    .sort()
    .flatMap((variable) => questionOf(variable, names) ?? [])
    .filter(({ suggestion }) => suggestion === null || !isSet(suggestion))
}

/**
 * Reports questions as a part of a process: a variable that was probably meant otherwise degrades it, one of an
 * unknown chain is only named.
 */
export function environmentPartOf(questions: readonly VariableQuestion[]): PartReport {
  const isSlip = questions.some(({ suggestion }) => suggestion !== null)
  return {
    part: 'environment',
    status: isSlip ? 'degraded' : 'ready',
    problems: questions.map(({ variable, suggestion, message }) => ({
      code: 'variable_unknown',
      message,
      chain: null,
      facts: { variable, suggestion },
    })),
  }
}

/** Every variable of every chain that is known here, Solana's too. */
const chainVariables: readonly string[] = [
  ...chains.flatMap(({ id }) => chainParts.flatMap((part) => variablesOf(id, part))),
  'SOLANA_RPC_URL',
]

function questionOf(variable: string, names: ReadonlySet<string>): VariableQuestion | null {
  const part = chainParts.find((one) => variable.replace(/_FILE$/, '').endsWith(`_${one}`))
  if (part !== undefined) return chainQuestionOf(variable, part)
  if (variable.length < shortestName) return null
  const suggestion = nearestOf(variable, names, maxSlips)
  return suggestion === null || suggestion === variable ? null : asked(variable, suggestion)
}

function chainQuestionOf(variable: string, part: ChainVariable): VariableQuestion {
  const prefixOf = (name: string) => name.slice(0, name.lastIndexOf(`_${part}`))
  const prefixes = chainVariables.filter((name) => name.endsWith(`_${part}`)).map(prefixOf)
  const nearest = nearestOf(prefixOf(variable), prefixes)
  return asked(variable, nearest === null ? null : `${nearest}_${part}`)
}

function asked(variable: string, suggestion: string | null): VariableQuestion {
  const message =
    suggestion === null
      ? `${variable} names a chain that is not known here, and is not read.`
      : `${variable} is not read. Did you mean ${suggestion}?`
  return { variable, suggestion, message }
}
