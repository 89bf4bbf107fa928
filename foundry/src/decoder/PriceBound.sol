// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @notice What is read of a Chainlink-like feed.
interface IPriceFeed {
    function decimals() external view returns (uint8);
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80);
}

/// @notice A token with the feed that says what it is worth, in one unit for all tokens.
struct PriceSource {
    address token;
    address feed;
    /// @dev How old an answer may be · seconds.
    uint32 maxAge;
}

/// @dev The decoder knows no price of the token.
error NoPriceFeed(address token);
/// @dev The feed's last answer is too old, or not a price.
error StalePrice(address token, int256 answer, uint256 updatedAt);
/// @dev The calldata accepts less than what is sold is worth, less the part that may be lost.
error LeastBelowFair(uint256 least, uint256 bound);

/// @notice Binds the least output of a swap to what two feeds say, less a fixed part.
/// The tokens, their feeds and the part are fixed when the decoder is made: nobody changes them later.
abstract contract PriceBound {
    struct Feed {
        IPriceFeed feed;
        uint32 maxAge;
        /// @dev Decimals of the token and of the feed together.
        uint8 decimals;
    }

    uint256 private constant WHOLE_BPS = 10_000;

    /// @notice How much less than its worth a swap may accept · basis points.
    uint256 public immutable maxLossBps;
    mapping(address token => Feed) private _feeds;

    constructor(PriceSource[] memory sources, uint256 maxLossBps_) {
        require(maxLossBps_ < WHOLE_BPS, "everything may be lost");
        maxLossBps = maxLossBps_;
        for (uint256 i = 0; i < sources.length; i++) {
            PriceSource memory source = sources[i];
            IPriceFeed feed = IPriceFeed(source.feed);
            uint8 decimals = IERC20Metadata(source.token).decimals() + feed.decimals();
            _feeds[source.token] = Feed(feed, source.maxAge, decimals);
        }
    }

    /// @notice The feed of a token; nobody where the decoder knows none.
    function feedOf(address token) external view returns (address) {
        return address(_feeds[token].feed);
    }

    /// @notice Whether a token has a price now: 0 it has, 1 no feed, 2 too old or not above zero.
    function priceStateOf(address token) public view returns (uint256 state) {
        Feed storage feed = _feeds[token];
        if (address(feed.feed) == address(0)) return 1;
        (, int256 answer,, uint256 updatedAt,) = feed.feed.latestRoundData();
        return _isFresh(feed, answer, updatedAt) ? 0 : 2;
    }

    /// @notice The least that a swap must demand · base units of what is bought; 0 without both prices.
    function boundOf(address sellToken, address buyToken, uint256 amount)
        external
        view
        returns (uint256 bound)
    {
        if (priceStateOf(sellToken) != 0 || priceStateOf(buyToken) != 0) return 0;
        return _boundOf(sellToken, buyToken, amount);
    }

    /// @dev Refuses a least below the bound; what is worth more than a word is refused by arithmetic.
    function _checkLeast(address sellToken, address buyToken, uint256 amount, uint256 least)
        internal
        view
    {
        uint256 bound = _boundOf(sellToken, buyToken, amount);
        if (least < bound) revert LeastBelowFair(least, bound);
    }

    /// @dev What is sold is worth so much, rounded down; what must remain of it, rounded up.
    function _boundOf(address sellToken, address buyToken, uint256 amount)
        private
        view
        returns (uint256)
    {
        (uint256 sellPrice, uint256 sellDecimals) = _priceOf(sellToken);
        (uint256 buyPrice, uint256 buyDecimals) = _priceOf(buyToken);
        uint256 fair =
            Math.mulDiv(amount, sellPrice * 10 ** buyDecimals, buyPrice * 10 ** sellDecimals);
        return Math.mulDiv(fair, WHOLE_BPS - maxLossBps, WHOLE_BPS, Math.Rounding.Ceil);
    }

    function _priceOf(address token) private view returns (uint256 price, uint256 decimals) {
        Feed storage feed = _feeds[token];
        if (address(feed.feed) == address(0)) revert NoPriceFeed(token);
        (, int256 answer,, uint256 updatedAt,) = feed.feed.latestRoundData();
        if (!_isFresh(feed, answer, updatedAt)) revert StalePrice(token, answer, updatedAt);
        return (uint256(answer), feed.decimals);
    }

    function _isFresh(Feed storage feed, int256 answer, uint256 updatedAt)
        private
        view
        returns (bool)
    {
        bool isYoung =
            updatedAt >= block.timestamp || block.timestamp - updatedAt <= feed.maxAge;
        return answer > 0 && isYoung;
    }
}
