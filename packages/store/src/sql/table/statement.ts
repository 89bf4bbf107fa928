import { createHash } from 'node:crypto'
import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from './engine.ts'

/** A compiled query with the name under which a server may keep it prepared. */
export type NamedQuery<Row = unknown> = CompiledQuery<Row> & { readonly statementName: string }

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
 * Makes a statement that is compiled with its first run and runs again with other values.
 *
 * @param build - makes the query; each value that it is given must become a parameter, so that it must
 * neither be looked at nor be changed.
 */
export function prepare<Values extends StatementValues, Row>(
  db: Queries,
  build: (values: Values) => Compilable<Row>,
): (values: Values) => Promise<readonly Row[]> {
  let named: NamedQuery<Row> | null = null
  return async (values) => {
    named ??= nameQuery(build(slotsOf<Values>()).compile())
    const parameters = named.parameters.map((parameter) =>
      parameter instanceof ValueSlot ? values[parameter.name] : parameter,
    )
    const query: NamedQuery<Row> = { ...named, parameters }
    return (await db.executeQuery<Row>(query)).rows
  }
}

/** @returns the name of a query; null when it was compiled for one run. */
export function statementNameOf(query: object): string | null {
  return 'statementName' in query ? String(query.statementName) : null
}

function slotsOf<Values extends StatementValues>(): Values {
  return new Proxy({} as Values, { get: (_, name) => new ValueSlot(String(name)) })
}

/** Names a query by its text: one name never stands for two texts on one connection. */
function nameQuery<Row>(query: CompiledQuery<Row>): NamedQuery<Row> {
  const digest = createHash('sha256').update(query.sql).digest('hex')
  return { ...query, statementName: `vaultwright_${digest.slice(0, 32)}` }
}
