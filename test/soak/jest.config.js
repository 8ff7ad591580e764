/** A minute of `npm run soak`. */
module.exports = { ...require('../load/jest.config'), roots: ['<rootDir>/test/soak'] };
