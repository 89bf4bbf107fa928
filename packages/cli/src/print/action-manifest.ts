import type { Constraint, Manifest, ManifestAction } from '@vaultwright/builder'
import type { Ink } from './ink.ts'
import { printPairs, printTable } from './table.ts'

/** Prints a manifest as a table for a person. */
export function printManifest(manifest: Manifest, ink: Ink): readonly string[] {
  const rows = Object.entries(manifest).map(
    ([route, { description, params, isPossible, hasConstraints }]) => [
      `${route}${hasConstraints ? ' *' : ''}`,
      isPossible ? `possibly: ${description}` : description,
      params
        .filter(({ name }) => !name.startsWith('expected_'))
        .map(({ name, required }) => (required ? name : `[${name}]`))
        .join(' '),
    ],
  )
  if (rows.length === 0) return ['The tree permits no action that is known.\n']
  const titles = [{ title: 'route' }, { title: 'what it does' }, { title: 'parameters' }]
  const count = `${rows.length} actions; [in brackets] what may be left out`
  const marked = rows.some(([route]) => route?.endsWith('*') ?? false)
  const note = marked ? '; * not every mix of the choices is permitted' : ''
  return [...printTable(titles, rows, ink), ink.dim(`${count}${note}\n`)]
}

/** Prints one action of a manifest: its parameters, their choices, and what goes together. */
export function printAction(
  route: string,
  {
    action,
    constraints,
  }: { readonly action: ManifestAction; readonly constraints: readonly Constraint[] | null },
  ink: Ink,
): readonly string[] {
  const head = printPairs(
    [
      ['action', `${route} (${action.name})`],
      ['does', action.description],
      ['app', action.protocolAppUrl ?? 'none'],
    ],
    ink,
  )
  const rows = action.params.map(
    ({ name, type, required, defaultValue, omitToUseAll, description }) => [
      name,
      type,
      required
        ? 'required'
        : omitToUseAll
          ? 'all when left out'
          : defaultValue === null
            ? 'optional'
            : `default ${defaultValue}`,
      description,
    ],
  )
  const titles = ['parameter', 'type', 'given', 'what it is'].map((title) => ({ title }))
  return [
    ...head,
    '\n',
    ...printTable(titles, rows, ink),
    ...action.params.flatMap(({ name, choices }) => printChoices(name, choices ?? [], ink)),
    ...(constraints === null ? [] : printConstraints(constraints, ink)),
  ]
}

function printChoices(
  name: string,
  choices: NonNullable<ManifestAction['params'][number]['choices']>,
  ink: Ink,
): readonly string[] {
  if (choices.length === 0) return []
  const rows = choices.map((choice) => (typeof choice === 'string' ? ['', choice] : [...choice]))
  const isLabelled = choices.some((choice) => typeof choice !== 'string')
  const lines = isLabelled
    ? printTable([{ title: name }, { title: '' }], rows, ink)
    : printTable(
        [{ title: name }],
        rows.map(([, value]) => [value ?? '']),
        ink,
      )
  return ['\n', ...lines]
}

function printConstraints(constraints: readonly Constraint[], ink: Ink): readonly string[] {
  const names = [...new Set(constraints.flatMap((one) => Object.keys(one)))]
  const rows = constraints.map((one) => names.map((name) => one[name] ?? 'any'))
  return [
    '\n',
    ink.bold('what goes together\n'),
    ...printTable(
      names.map((title) => ({ title })),
      rows,
      ink,
    ),
  ]
}
