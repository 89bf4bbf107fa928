import { nearestOf } from '@vaultwright/base'
import { vaultAddresses } from '@vaultwright/svm'
import { svmTemplateOf, svmTemplates } from '../catalogue/catalogue.ts'
import type { SvmTemplate } from '../template/template.ts'
import type { SvmDefinition, SvmPermissionEntry } from './definition-type.ts'
import { bindableNamesOf, isOptionalIn, resolveValue } from './resolve.ts'

type Problem = { readonly path: readonly PropertyKey[]; readonly message: string }

/** An entry with lists stands for every combination of them. */
const maxPermissions = 1_000

/** Lists what is wrong with a definition whose shape is right. */
export function definitionProblemsOf(definition: SvmDefinition): readonly Problem[] {
  return [
    ...vaultProblems(definition),
    ...twins(
      definition.tokens,
      ({ mint }) => mint,
      ({ symbol }) => ['tokens', symbol],
    ),
    ...twins(
      definition.accounts,
      ({ address }) => address,
      ({ name }) => ['accounts', name],
    ),
    ...twins(definition.lookupTables, String, (_, index) => ['lookup_tables', index]),
    ...feeProblems(definition),
    ...definition.permissions.flatMap((entry, index) =>
      entryProblems(definition, entry).map(({ path, message }) => ({
        path: ['permissions', index, ...path],
        message,
      })),
    ),
    ...countProblems(definition),
    ...twins(
      definition.permissions,
      (entry) => JSON.stringify({ ...entry, values: Object.entries(entry.values).sort() }),
      (_, index) => ['permissions', index],
    ),
  ]
}

function vaultProblems({ program, vault, vaultId }: SvmDefinition): readonly Problem[] {
  const state = vaultAddresses(program).state(vaultId)
  if (state === vault) return []
  const message = `is not the state account of vault ${vaultId} of program ${program}, which is ${state}`
  return [{ path: ['vault'], message }]
}

function feeProblems({ priorityFee }: SvmDefinition): readonly Problem[] {
  if (priorityFee?.kind !== 'fixed' || priorityFee.cap === null) return []
  if (priorityFee.price <= priorityFee.cap) return []
  return [{ path: ['priority_fee', 'micro_lamports'], message: 'is above cap_micro_lamports' }]
}

/** Two of a list that are one. */
function twins<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  pathOf: (item: Item, index: number) => readonly PropertyKey[],
): readonly Problem[] {
  const first = new Map<string, readonly PropertyKey[]>()
  return items.flatMap((item, index) => {
    const key = keyOf(item)
    const path = pathOf(item, index)
    const earlier = first.get(key)
    if (earlier === undefined) {
      first.set(key, path)
      return []
    }
    return [{ path, message: `is the same as ${earlier.join('.')}. Leave one out` }]
  })
}

function entryProblems(definition: SvmDefinition, entry: SvmPermissionEntry): readonly Problem[] {
  const template = svmTemplateOf(entry.route)
  if (template === null) {
    const routes = svmTemplates.map(({ route }) => route)
    const near = nearestOf(entry.route, routes)
    const hint = near === null ? `Choose from ${routes.join(', ')}` : `Did you mean ${near}?`
    return [{ path: ['action'], message: `is not the route of a template. ${hint}` }]
  }
  return [
    ...valueProblems(definition, entry, template),
    ...operatorProblems(entry, template),
    ...twins(entry.subAccounts, String, (_, index) => ['sub_account', index]),
  ]
}

function valueProblems(
  definition: SvmDefinition,
  entry: SvmPermissionEntry,
  template: SvmTemplate,
): readonly Problem[] {
  const names = bindableNamesOf(template)
  const missing = names
    .filter((name) => entry.values[name] === undefined && !isOptionalIn(template, name))
    .map((name) => ({ path: [name], message: `is missing: ${template.route} binds it` }))
  const wrong = Object.entries(entry.values).flatMap(([name, texts]): readonly Problem[] => {
    const parameter = template.parameters[name]
    if (parameter?.kind === 'amount') {
      return [
        { path: [name], message: 'is free in each request, so a definition does not bind it' },
      ]
    }
    if (parameter === undefined) {
      const hint = names.length === 0 ? 'It binds nothing' : `It binds ${names.join(', ')}`
      return [{ path: [name], message: `is not a parameter of ${template.route}. ${hint}` }]
    }
    const unresolved = texts.flatMap((text, index): readonly Problem[] => {
      const value = resolveValue(definition, parameter, { text, subAccount: 0 })
      return value.ok ? [] : [{ path: [name, index], message: value.message }]
    })
    return [...unresolved, ...twins(texts, String, (_, index) => [name, index])]
  })
  return [...missing, ...wrong]
}

function operatorProblems(
  { operators, flags }: SvmPermissionEntry,
  { accountNames, dataFields, parameters }: SvmTemplate,
): readonly Problem[] {
  const size = Math.max(0, ...dataFields.map(({ start, length }) => start + length))
  const count = accountNames.length
  const problems = (operators ?? []).flatMap((operator, index): readonly Problem[] => {
    const path = ['operators', index]
    if (operator.kind === 'ingest_account' && operator.index >= count) {
      return [{ path, message: `is beyond the ${count} accounts of the call` }]
    }
    if (operator.kind === 'ingest_instruction' && operator.start + operator.length > size) {
      return [{ path, message: `is beyond the ${size} bytes of the call's data` }]
    }
    const amount = dataFields.find(
      ({ name, start, length }) =>
        parameters[name]?.kind === 'amount' &&
        operator.kind === 'ingest_instruction' &&
        operator.start < start + length &&
        start < operator.start + operator.length,
    )
    if (amount !== undefined) {
      return [{ path, message: `pins ${amount.name}, which each request gives` }]
    }
    return []
  })
  const beyond = Object.keys(flags).filter((index) => Number(index) >= count)
  const message = `is beyond the ${count} accounts of the call`
  return [...problems, ...beyond.map((index) => ({ path: ['flags', index], message }))]
}

function countProblems({ permissions }: SvmDefinition): readonly Problem[] {
  const count = permissions.reduce(
    (sum, { subAccounts, values }) =>
      sum +
      Object.values(values).reduce((product, list) => product * list.length, subAccounts.length),
    0,
  )
  if (count <= maxPermissions) return []
  const message = `stand for ${count} digests, and ${maxPermissions} are read at most`
  return [{ path: ['permissions'], message }]
}
