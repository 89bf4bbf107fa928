import { useQuery } from '@tanstack/react-query'
import {
  controlHeadline,
  delayText,
  keysText,
  pathText,
  takingKeysOf,
} from '@vaultwright/access-control'
import type { Hex } from '@vaultwright/base'
import { chainOf } from '@vaultwright/registry'
import type { ControlChangeData } from '@vaultwright/wire'
import { useEffect, useState } from 'react'
import { AnswerBand } from '../../part/band/answer-band.tsx'
import { ReasonSection } from '../../part/band/reason-list.tsx'
import { Button } from '../../part/button.tsx'
import { downloadFile } from '../../part/download.ts'
import { Hash } from '../../part/hash.tsx'
import { InOrder, Section } from '../../part/page.tsx'
import parts from '../../part/part.module.css'
import { Empty, Failure, Loaded, Loading } from '../../part/state.tsx'
import { shortCell, Table } from '../../part/table.tsx'
import { countText } from '../../part/text/count-text.ts'
import { momentText, unixText } from '../../part/text/moment-text.ts'
import { BlockHashEntry } from '../../proof/block-hash-entry.tsx'
import { noHash } from '../../proof/typed-hash.ts'
import { sessionClient } from '../../session/session-client.ts'
import { orNull } from '../data/vault-data.ts'
import type { VaultHomeProps } from '../data/vault-tab.ts'
import { type ControlReplay, controlVerdict, replayInPage } from './control-replay.ts'

const conditions = {
  yes: 'no single key takes what the vault has',
  conditional: 'each amber line is so',
  no: 'one key, or none, is enough',
  open: 'not everything is known',
} as const

/** The control of a vault: computed in this page from what proves it, and what changed as the service tells. */
export function ControlTab({ chain, address, detail }: VaultHomeProps) {
  const vault = { chain, vault_address: address }
  const witness = useQuery({
    queryKey: ['control-witness', chain, address.toLowerCase()],
    queryFn: async () => {
      const file = await orNull(sessionClient().getControlWitness(vault), 'control_not_found')
      return file === null ? null : JSON.stringify(file)
    },
  })
  const changes = useQuery({
    queryKey: ['control-changes', chain, address.toLowerCase()],
    queryFn: async () => (await sessionClient().listControlChanges(vault)).data,
  })
  const manager = detail.deployments.find((deployment) => deployment.chain === chain)?.manager ?? ''
  return (
    <InOrder>
      <Loaded query={witness} what="what proves it" title="The control cannot be read" lines={12}>
        {(text) =>
          text === null ? (
            <Empty>
              Who controls this vault was not read yet. The indexer reads it with its next look.
            </Empty>
          ) : (
            <WitnessPane text={text} vault={{ chain, address, manager }} />
          )
        }
      </Loaded>
      <Section title="What changed">
        <Loaded query={changes} what="the changes" title="The changes cannot be read" lines={4}>
          {(data) =>
            data.length === 0 ? (
              <Empty>Nothing changed since the first reading, as far as the indexer saw.</Empty>
            ) : (
              <ChangeTable changes={data} />
            )
          }
        </Loaded>
      </Section>
    </InOrder>
  )
}

type PaneProps = {
  readonly text: string
  readonly vault: { readonly chain: string; readonly address: string; readonly manager: string }
}

/** The result of a replay by a hash; null is that of the file. */
type ReplayResult = {
  readonly hash: Hex | null
  readonly replay: ControlReplay | null
  readonly error: unknown
}

function WitnessPane({ text, vault: { chain, address, manager } }: PaneProps) {
  const [typed, setTyped] = useState(noHash)
  const [result, setResult] = useState<ReplayResult | null>(null)
  const { hash } = typed
  useEffect(() => {
    let isOver = false
    const take = (next: ReplayResult) => isOver || setResult(next)
    const chainId = chainOf(chain)?.id ?? 0
    replayInPage(text, hash, { chainId, vault: address, manager }).then(
      (replay) => take({ hash, replay, error: null }),
      (error: unknown) => take({ hash, replay: null, error }),
    )
    return () => {
      isOver = true
    }
  }, [text, hash, chain, address, manager])
  if (result === null) return <Loading what="who controls the vault" lines={12} />
  const { replay } = result
  // A report of another hash than the typed one vouches for nothing.
  const isOfTyped = hash !== null && result.hash === hash
  return (
    <>
      <Failure title="Nothing is proven: the file is refused" error={result.error} />
      {replay === null ? null : (
        <ControlReport
          replay={replay}
          isFromElsewhere={isOfTyped && typed.isFromElsewhere}
          save={() => downloadFile('control-witness.json', text)}
        />
      )}
      <Section title="The hash of the block">
        <div className={`sheet ${parts.card}`}>
          <BlockHashEntry
            name={replay === null ? 'Hash of the block' : `Hash of block ${replay.number}`}
            typed={typed}
            setTyped={setTyped}
          />
        </div>
      </Section>
    </>
  )
}

function ControlReport(props: {
  readonly replay: ControlReplay
  readonly isFromElsewhere: boolean
  readonly save: () => void
}) {
  const { replay, isFromElsewhere, save } = props
  const { reading, answer } = replay
  const nowUnix = BigInt(Math.floor(Date.now() / 1_000))
  const verdict = controlVerdict(replay, { isFromElsewhere, nowUnix })
  const { keys, delay } = takingKeysOf(answer)
  const unknown = [...reading.state].filter(([, { kind }]) => kind === 'unknown')
  const isComplete = reading.completeness.every((row) => row.isComplete)
  return (
    <>
      <AnswerBand
        question="Does it take two keys or more to take the money?"
        verdict={verdict}
        condition={conditions[verdict.answer]}
        lines={[controlHeadline(answer)]}
        facts={[
          { name: 'Fewest keys', values: [Number.isFinite(keys) ? String(keys) : 'none can'] },
          { name: 'Soonest', values: [delay === null ? 'never' : delayText(delay)] },
          { name: 'Unknown code', values: [countText(unknown.length, 'account')] },
          { name: 'Read at', values: [unixText(Number(replay.atUnix))] },
        ]}
        seals={[
          { text: 'computed here from accounts, slots and codes of one block', isOpen: false },
          { text: 'the lists of holders are proven complete', isOpen: !isComplete },
          { text: 'the hash of the block is from another source', isOpen: !isFromElsewhere },
        ]}
        acts={<Button onClick={save}>Download what proves it</Button>}
      />
      <ReasonSection reasons={verdict.reasons} />
      <Section title="Who can do what">
        <Table name="Who can do what" head={['Act', 'Contract', 'Keys', 'Delay', 'Path']} isStacked>
          {answer.acts.map((row) => (
            <tr key={`${row.act} ${row.target} ${row.strategist}`}>
              <th scope="row">{row.act.replaceAll('_', ' ')}</th>
              <td>
                <Hash value={row.strategist ?? row.target} short />
              </td>
              <td>{keysText(row)}</td>
              <td className={shortCell}>
                {row.cuts?.[0] === undefined ? 'none' : delayText(row.cuts[0].delay)}
              </td>
              <td>{pathText(row.path, reading.state)}</td>
            </tr>
          ))}
        </Table>
      </Section>
      <Section title="Remarks on accounts">
        {reading.notes.length === 0 ? (
          <Empty>All code is known, and no account needs a remark.</Empty>
        ) : (
          <Table name="Remarks on accounts" head={['Account', 'Remark']} isStacked>
            {reading.notes.map(({ address, sentence }) => (
              <tr key={`${address} ${sentence}`}>
                <th scope="row">
                  <Hash value={address} short />
                </th>
                <td>{sentence}</td>
              </tr>
            ))}
          </Table>
        )}
      </Section>
    </>
  )
}

function ChangeTable({ changes }: { readonly changes: readonly ControlChangeData[] }) {
  return (
    <Table name="What changed" head={['When', 'Kind', 'Change']}>
      {changes.flatMap((change) =>
        change.kinds.map(({ kind, text }) => (
          <tr key={`${change.block_number} ${kind}`}>
            <td>{momentText(change.at)}</td>
            <th scope="row">{kind.replaceAll('_', ' ')}</th>
            <td>{text}</td>
          </tr>
        )),
      )}
    </Table>
  )
}
