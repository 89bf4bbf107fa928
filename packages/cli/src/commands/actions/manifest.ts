import type { Constraint, Manifest, ManifestAction } from '@vaultwright/builder'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printTable } from '../../terminal/table.ts'

export function printManifest(manifest: Manifest, style: TextStyle): readonly string[] {
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
  return [...printTable(titles, rows, style), style.dim(`${count}${note}\n`)]
}

/** Prints one action of a manifest: its parameters, their choices, and what goes together. */
export function printAction(
  route: string,
  {
    action,
    constraints,
  }: { readonly action: ManifestAction; readonly constraints: readonly Constraint[] | null },
  style: TextStyle,
): readonly string[] {
  const head = printPairs(
    [
      ['action', `${route} (${action.name})`],
      ['does', action.description],
      ['app', action.protocolAppUrl ?? 'none'],
    ],
    style,
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
    ...printTable(titles, rows, style),
    ...action.params.flatMap(({ name, choices }) => printChoices(name, choices ?? [], style)),
    ...(constraints === null ? [] : printConstraints(constraints, style)),
  ]
}

function printChoices(
  name: string,
  choices: NonNullable<ManifestAction['params'][number]['choices']>,
  style: TextStyle,
): readonly string[] {
  if (choices.length === 0) return []
  const rows = choices.map((choice) => (typeof choice === 'string' ? ['', choice] : [...choice]))
  const isLabelled = choices.some((choice) => typeof choice !== 'string')
  const lines = isLabelled
    ? printTable([{ title: name }, { title: '' }], rows, style)
    : printTable(
        [{ title: name }],
        rows.map(([, value]) => [value ?? '']),
        style,
      )
  return ['\n', ...lines]
}

function printConstraints(constraints: readonly Constraint[], style: TextStyle): readonly string[] {
  const names = [...new Set(constraints.flatMap((one) => Object.keys(one)))]
  const rows = constraints.map((one) => names.map((name) => one[name] ?? 'any'))
  return [
    '\n',
    style.bold('what goes together\n'),
    ...printTable(
      names.map((title) => ({ title })),
      rows,
      style,
    ),
  ]
}
