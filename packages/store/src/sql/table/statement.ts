import { createHash } from 'node:crypto'
import type { Compilable } from 'kysely'
import type { StoreEngine } from './engine.ts'

/** Values of a statement by name. */
type StatementValues = Readonly<Record<string, unknown>>

/** Stands in a query for a value that each run gives. */
class ValueSlot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Makes a statement that is compiled with its first run and runs again with other values, on what is committed.
 *
 * @param build - makes the query; each value that it is given must become a parameter, so that it must
 * neither be looked at nor be changed.
 */
export function prepare<Values extends StatementValues, Row>(
  engine: Pick<StoreEngine, 'prepare'>,
  build: (values: Values) => Compilable<Row>,
): (values: Values) => Promise<readonly Row[]> {
  let run: ((values: Values) => Promise<readonly Row[]>) | null = null
  const open = () => {
    const { sql, order } = compile(build)
    const prepared = engine.prepare(sql, nameOf(sql))
    return (values: Values) => prepared(order(values)) as Promise<readonly Row[]>
  }
  return (values) => {
    run ??= open()
    return run(values)
  }
}

/** As `prepare`, for a statement that gives its rows at once; null where the engine has none. */
export function prepareNow<Values extends StatementValues, Row>(
  { prepareNow: prepareText }: Pick<StoreEngine, 'prepareNow'>,
  build: (values: Values) => Compilable<Row>,
): ((values: Values) => readonly Row[]) | null {
  if (prepareText === null) return null
  const { sql, order } = compile(build)
  const run = prepareText(sql)
  return (values) => run(order(values)) as readonly Row[]
}

type CompiledStatement<Values> = {
  readonly sql: string
  /** Puts the values of a run into the order of their places. */
  readonly order: (values: Values) => readonly unknown[]
}

function compile<Values extends StatementValues>(
  build: (values: Values) => Compilable,
): CompiledStatement<Values> {
  const { sql, parameters } = build(slotsOf<Values>()).compile()
  const order = (values: Values) =>
    parameters.map((parameter) =>
      parameter instanceof ValueSlot ? values[parameter.name] : parameter,
    )
  return { sql, order }
}

function slotsOf<Values extends StatementValues>(): Values {
  return new Proxy({} as Values, { get: (_, name) => new ValueSlot(String(name)) })
}

/** Names a statement by its text: one name never stands for two texts on one connection. */
function nameOf(sql: string): string {
  const digest = createHash('sha256').update(sql).digest('hex')
  return `vaultwright_${digest.slice(0, 32)}`
}
