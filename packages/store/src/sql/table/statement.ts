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
  return (values) => {
    run ??= compile(engine, build)
    return run(values)
  }
}

function compile<Values extends StatementValues, Row>(
  engine: Pick<StoreEngine, 'prepare'>,
  build: (values: Values) => Compilable<Row>,
): (values: Values) => Promise<readonly Row[]> {
  const { sql, parameters } = build(slotsOf<Values>()).compile()
  const run = engine.prepare(sql, nameOf(sql))
  return (values) => {
    const given = parameters.map((parameter) =>
      parameter instanceof ValueSlot ? values[parameter.name] : parameter,
    )
    return run(given) as Promise<readonly Row[]>
  }
}

function slotsOf<Values extends StatementValues>(): Values {
  return new Proxy({} as Values, { get: (_, name) => new ValueSlot(String(name)) })
}

/** Names a statement by its text: one name never stands for two texts on one connection. */
function nameOf(sql: string): string {
  const digest = createHash('sha256').update(sql).digest('hex')
  return `vaultwright_${digest.slice(0, 32)}`
}
