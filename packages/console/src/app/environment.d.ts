declare module '*.module.css' {
  const names: { readonly [name: string]: string }
  // biome-ignore lint/style/noDefaultExport: how the bundler gives the names out
  export default names
}
declare module '*.css'
/** True in the build that opens from a disk. */
declare const isOffline: boolean
/** The address of a thread's script in the build. */
declare module '*?worker&url' {
  const url: string
  // biome-ignore lint/style/noDefaultExport: how the bundler gives the address out
  export default url
}
/** The text of a file. */
declare module '*?raw' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: how the bundler gives the text out
  export default text
}
