import { escapeInvisible } from '@vaultwright/base'
import type { ReplayedWitness } from '@vaultwright/check'
import { simulationStatusOf } from '@vaultwright/outcome'
import { Button } from '../part/button.tsx'
import { downloadFile } from '../part/download.ts'
import parts from '../part/part.module.css'
import { agoText } from '../part/text/moment-text.ts'
import { type Tone, Verdict } from '../part/verdict.tsx'
import styles from './proof.module.css'
import { ReplayEffects } from './replay-effects.tsx'
import { groupsOf, markOf, type ProofMark, type TypedHash } from './typed-hash.ts'

const marks: { readonly [mark in ProofMark]: (by: string, hash: string) => string } = {
  final: (_, hash) => `Proven under a final block, from ${hash.slice(0, 10)}…${hash.slice(-8)}`,
  proven: (_, hash) => `Proven from block hash ${hash.slice(0, 10)}…${hash.slice(-8)}`,
  brought: (by) => `Proven from a hash that the ${by} brought`,
  unknowable: () => 'Not proven',
}

/** The effect of the transaction, as it follows from the block's hash, and the worth of that. */
export function ReplayReport(props: {
  readonly replay: ReplayedWitness
  readonly typed: TypedHash
  /** The source of the witness. */
  readonly broughtBy: 'packet' | 'server'
  /** True where a part of it is the word of the file. */
  readonly isOpen: boolean
}) {
  const { replay, typed, broughtBy, isOpen } = props
  const { simulation } = replay
  const mark = markOf(typed, replay)
  const status = simulationStatusOf(simulation.outcome)
  const ending = status === true ? 'it would succeed' : 'it would fail'
  const name = `simulation-${simulation.block.number}.json`
  return (
    <div className={styles.part}>
      <Verdict
        tone={isOpen && status === true ? 'look' : toneOf(mark, status === true)}
        title={`${marks[mark](broughtBy, simulation.block.hash)}: ${mark === 'unknowable' ? 'it depends on what is not known yet' : ending}`}
      >
        {status === true ? null : <p>{escapeInvisible(status)}</p>}
        <MarkSentence
          mark={mark}
          replay={replay}
          broughtBy={broughtBy}
          isFinal={typed.final !== null}
        />
        <p className={styles.groups}>
          {groupsOf(simulation.block.hash.slice(2)).map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups are their place
            <code key={index}>{group}</code>
          ))}
        </p>
        <BlockSentence replay={replay} />
      </Verdict>
      {simulation.warnings.map(({ code, message }) => (
        <Verdict key={message} tone="look" title={code.replaceAll('_', ' ')}>
          <p>{escapeInvisible(message)}</p>
        </Verdict>
      ))}
      {status === true ? <ReplayEffects replay={replay} /> : null}
      <div className={parts.actions}>
        <Button onClick={() => downloadFile(name, replay.printed)}>Save this result</Button>
      </div>
    </div>
  )
}

function toneOf(mark: ProofMark, isSuccess: boolean): Tone {
  if (!isSuccess) return 'bad'
  return mark === 'proven' || mark === 'final' ? 'good' : 'look'
}

function MarkSentence(props: {
  readonly mark: ProofMark
  readonly replay: ReplayedWitness
  readonly broughtBy: 'packet' | 'server'
  /** True if the hash follows from a checkpoint. */
  readonly isFinal: boolean
}) {
  const { mark, replay, broughtBy, isFinal } = props
  switch (mark) {
    case 'final':
      return (
        <p>
          Every account, slot and code that the transaction read was followed by proofs from this
          block, and the block from your checkpoint. The transaction ran in this page. No node and
          no server was believed.
        </p>
      )
    case 'proven':
      return (
        <p>
          Every account, slot and code that the transaction read was followed by proofs from this
          hash, and the transaction ran in this page. No node and no server was believed.
        </p>
      )
    case 'brought':
      if (isFinal) {
        return (
          <p>
            The block follows from the checkpoint above. Unless you read that checkpoint elsewhere,
            and it is not old, its maker chose it.
          </p>
        )
      }
      return (
        <p>
          The {broughtBy} names this very hash. Unless you read it elsewhere, the result rests on
          the {broughtBy} alone: its maker chose the block. Read the hash of block{' '}
          {String(replay.simulation.block.number)} on another device, compare the groups, and say so
          above.
        </p>
      )
    case 'unknowable':
      return (
        <p>
          The transaction asks for {replay.unknowable.join(', ')} of its block, which is not known
          before the block is made. What follows holds for one guess.
        </p>
      )
  }
}

function BlockSentence({ replay }: { readonly replay: ReplayedWitness }) {
  const { simulation, hardfork, counts, slotUse, dependsOn, request } = replay
  const { number, timestamp } = simulation.block
  const time = new Date(Number(timestamp) * 1000).toISOString()
  return (
    <>
      <p>
        Block {String(number)}, {agoText(time, Date.now())} ({time}), by the rules of {hardfork}.
        Gas {String(simulation.gasUsed)}.
      </p>
      <p className="soft">
        {slotUse.accounts.length} accounts, {slotUse.slots.length} slots and {counts.codes} codes,
        in {counts.nodes} nodes of the state’s tries.{' '}
        {dependsOn.length === 0
          ? 'It asks nothing of the block that it will be in.'
          : `It asks for ${dependsOn.join(', ')} of the block that it will be in; the time is taken as ${secondsAfter(request.timestamp - timestamp)}.`}
      </p>
    </>
  )
}

function secondsAfter(seconds: bigint): string {
  return `${seconds} ${seconds === 1n ? 'second' : 'seconds'} after this one`
}
