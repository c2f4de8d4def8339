/** A plain version of the site's look: its background and text colours, system fonts. */
export const stylesheet = `
*, ::before, ::after { box-sizing: border-box }
body { margin: 0; background: #fffdf8; color: #14213d; font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 60rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 2.5rem) }
h1 { font: 480 clamp(1.75rem, 5vw, 2.5rem)/1.1 "Iowan Old Style", Palatino, Georgia, serif; margin: .25rem 0 1.5rem }
h2 { font: 480 1.375rem/1.2 "Iowan Old Style", Palatino, Georgia, serif; margin: 2.5rem 0 1rem }
.mark { margin: 0; color: #7d5310; font-weight: 600; font-size: .875rem }
.fine { color: #46516a; font-size: .875rem }
form { display: grid; gap: 1.25rem; max-width: 38rem }
label { display: grid; gap: .35rem; font-weight: 600 }
input, select, textarea, button { font: inherit; border-radius: 2px; padding: .6rem .75rem; min-height: 3rem }
input, select, textarea { width: 100%; border: 1px solid #857e6a; background: #fff; color: inherit; font-weight: 400 }
button, .button { justify-self: start; border: 1px solid #14213d; background: #14213d; color: #faf6ee; cursor: pointer }
button, .button { font-weight: 600; padding-inline: 1.5rem }
.button { display: inline-block; border-radius: 2px; padding-block: .6rem; text-decoration: none }
.quiet { background: none; color: inherit }
.presses { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0 }
:focus-visible { outline: 3px solid #7d5310; outline-offset: 3px }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .9375rem }
th, td { text-align: left; vertical-align: top; padding: .6rem .75rem .6rem 0; border-bottom: 1px solid #d8cdb8 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .15rem 1rem; margin: .5rem 0 0; font-size: .875rem }
dd { margin: 0 }
`
