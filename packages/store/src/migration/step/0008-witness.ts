/** The witnesses of proven simulations: compressed, at most 8 MiB. Released: never to be changed. */
const witness = ({ id, integer, blob, end }: WitnessColumnTypes): string => `
create table simulation_witness (
  simulation_id ${id} primary key references simulation (id) on delete cascade,
  byte_count ${integer} not null check (byte_count > 0),
  body ${blob} not null check (length(body) <= 8388608),
  slot_use ${blob} not null check (length(slot_use) <= 8388608)
)${end};
`

/** The types that the two databases name differently. */
type WitnessColumnTypes = {
  readonly id: string
  readonly integer: string
  readonly blob: string
  readonly end: string
}

export const witnessSqlite = witness({
  id: 'text not null',
  integer: 'integer',
  blob: 'blob',
  end: ' strict',
})

export const witnessPostgres = witness({
  id: 'text collate "C"',
  integer: 'bigint',
  blob: 'bytea',
  end: '',
})
