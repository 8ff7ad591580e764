/** Bootstrap is dark where an attribute says so. Before the page is drawn, so that it never flashes. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => {
	document.documentElement.dataset.bsTheme = dark.matches ? 'dark' : 'light';
};
dark.addEventListener('change', follow);
follow();
