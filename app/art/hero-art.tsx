/** The road of four steps to the sunrise over a ledger. Inline, since its lines take the colour of the text. */
export function HeroArt() {
  return (
    <svg
      className="art"
      aria-hidden="true"
      preserveAspectRatio="xMaxYMax slice"
      viewBox="0 0 720 600"
      fill="none"
      stroke="currentColor"
      color="#14213d"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M0 236H720" strokeWidth="1.5" />
      <path d="M0 260H720M0 284H720M0 308H720M0 332H720M0 356H720M0 380H720M0 404H720M0 428H720M0 452H720M0 476H720M0 500H720M0 524H720M0 548H720M0 572H720M0 596H720" stroke="#cfc3aa" strokeWidth="1" />
      <path d="M112 236V600M118 236V600M640 236V600M704 236V600" stroke="#b9822b" strokeWidth="1" opacity=".7" />
      <path d="M588 217L623 209M582 199L600 190M572 182L602 161M560 168L573 153M544 156L562 125M526 149L533 129M508 145L511 109M488 145L486 125M470 149L458 114M452 156L442 139M436 168L412 141M424 182L407 170M414 199L381 184M408 217L388 213" stroke="#b9822b" />
      <path d="M426 236a72 72 0 0 1 144 0z" fill="#b9822b" stroke="none" />
      <path d="M0 206C60 178 130 162 200 184S316 216 384 236M0 228C60 214 110 208 160 216S250 230 286 236M720 196C670 198 636 218 592 236" />
      <path d="M166 240v-10c-15 0-12-37 0-64c12 27 15 64 0 64" fill="#faf6ee" />
      <path d="M190 244v-8c-12 0-9-29 0-50c9 21 12 50 0 50" fill="#faf6ee" />
      <path d="M142 245v-6c-9 0-7-23 0-40c7 17 9 40 0 40" fill="#faf6ee" />
      <path d="M490 236C489 237 487 239 486 242C485 244 485 248 484 253C482 257 482 263 479 269C475 276 471 283 462 292C454 300 442 308 428 317C414 327 396 336 376 347C356 358 330 370 309 384C288 398 264 412 249 428C234 444 223 462 219 480C215 499 223 517 225 539C228 562 233 601 234 613L374 613C368 601 349 562 338 539C328 517 314 499 311 480C309 462 313 444 322 428C332 412 351 398 367 384C383 370 405 358 421 347C437 336 451 327 462 317C473 308 481 300 487 292C493 283 494 276 495 269C497 263 495 257 495 253C494 248 493 244 493 242C493 239 494 237 495 236Z" fill="#faf6ee" stroke="none" />
      <path d="M490 236C489 237 487 239 486 242C485 244 485 248 484 253C482 257 482 263 479 269C475 276 471 283 462 292C454 300 442 308 428 317C414 327 396 336 376 347C356 358 330 370 309 384C288 398 264 412 249 428C234 444 223 462 219 480C215 499 223 517 225 539C228 562 233 601 234 613M495 236C494 237 493 239 493 242C493 244 494 248 495 253C495 257 497 263 495 269C494 276 493 283 487 292C481 300 473 308 462 317C451 327 437 336 421 347C405 358 383 370 367 384C351 398 332 412 322 428C313 444 309 462 311 480C314 499 328 517 338 539C349 562 368 601 374 613" />
      <path d="M490 242C490 243 490 248 489 253C489 257 489 263 487 269C485 276 482 283 475 292C468 300 458 308 445 317C432 327 416 336 398 347C381 358 357 370 338 384C319 398 298 412 285 428C273 444 266 462 265 480C265 499 275 517 282 539C288 562 300 601 304 613" stroke="#b9822b" strokeDasharray="3 9" strokeWidth="2" />
      <g fontFamily="Newsreader Display,Georgia,serif" textAnchor="middle" fill="#faf6ee">
        <path d="M521 273V237M511 273H531" />
        <circle cx="521" cy="222" r="15" fill="#faf6ee" />
        <text fill="currentColor" stroke="none" x="521" y="227" fontSize="16">04</text>
        <path d="M394 317V270M381 317H407" />
        <circle cx="394" cy="251" r="19" fill="#faf6ee" />
        <text fill="currentColor" stroke="none" x="394" y="258" fontSize="21">03</text>
        <path d="M220 410V345M202 410H238" />
        <circle cx="220" cy="318" r="27" fill="#faf6ee" />
        <text fill="currentColor" stroke="none" x="220" y="328" fontSize="28">02</text>
        <path d="M397 543V457M373 543H420" />
        <circle cx="397" cy="422" r="35" fill="#faf6ee" />
        <text fill="currentColor" stroke="none" x="397" y="435" fontSize="37">01</text>
      </g>
      <path d="M664 537l5 6l11-15M664 393l5 6l11-15M664 297l5 6l11-15M664 273l5 6l11-15" stroke="#4f6130" strokeWidth="2.5" />
    </svg>
  )
}
