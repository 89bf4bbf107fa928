// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {SwapDescription} from "../../src/decoder/OneInchDecoder.sol";
import {SwapTokenInfo} from "../../src/decoder/OdosDecoder.sol";
import {
    LeastBelowFair,
    NoPriceFeed,
    PriceBound,
    PriceSource,
    StalePrice
} from "../../src/decoder/PriceBound.sol";
import {PricedCurveDecoder} from "../../src/decoder/PricedCurveDecoder.sol";
import {AmountNotNamed, PricedOdosDecoder} from "../../src/decoder/PricedOdosDecoder.sol";
import {PricedOneInchDecoder} from "../../src/decoder/PricedOneInchDecoder.sol";
import {PricedUniswapV3Decoder} from "../../src/decoder/PricedUniswapV3Decoder.sol";
import {UniswapV3DecoderAndSanitizer__BadPathFormat} from "../../src/decoder/DecoderError.sol";
import {ExactInputParams} from "../../src/decoder/UniswapV3Decoder.sol";
import {ExactInputWithoutDeadlineParams} from "../../src/decoder/UniswapV3SwapRouter02Decoder.sol";
import {PriceFeed} from "../../src/double/oracle/PriceFeed.sol";
import {MintableToken} from "../../src/double/token/MintableToken.sol";

/// @notice Two coins of a pool, for what a decoder reads of it.
contract TwoCoins {
    address[2] public coins;

    constructor(address first, address second) {
        coins = [first, second];
    }
}

/// @notice Decoders that bind a price: at the bound they pack, one unit below they refuse with both numbers.
contract PricedDecoderTest is Test {
    address private constant VAULT = address(7);
    address private constant EXECUTOR = address(8);
    uint256 private constant LOSS = 50;
    uint32 private constant AGE = 3600;

    MintableToken private _weth;
    MintableToken private _usdc;
    PriceFeed private _ethFeed;
    PriceFeed private _usdFeed;
    PriceSource[] private _sources;
    PricedUniswapV3Decoder private _uniswap;
    PricedOneInchDecoder private _oneInch;
    PricedOdosDecoder private _odos;
    PricedCurveDecoder private _curve;

    function setUp() public {
        vm.warp(1_700_000_000);
        _weth = new MintableToken(address(this), "WETH", "WETH", 18);
        _usdc = new MintableToken(address(this), "USDC", "USDC", 6);
        _ethFeed = new PriceFeed(address(this), "ETH / USD", 8, 2000e8);
        _usdFeed = new PriceFeed(address(this), "USDC / USD", 18, 1e18);
        _sources.push(PriceSource(address(_weth), address(_ethFeed), AGE));
        _sources.push(PriceSource(address(_usdc), address(_usdFeed), AGE));
        _uniswap = new PricedUniswapV3Decoder(_sources, LOSS);
        _oneInch = new PricedOneInchDecoder(_sources, LOSS);
        _odos = new PricedOdosDecoder(address(this), _sources, LOSS);
        address pool = address(new TwoCoins(address(_weth), address(_usdc)));
        _curve = new PricedCurveDecoder(pool, _sources, LOSS);
    }

    function test_the_bound_and_one_unit_below() public {
        assertEq(_swap(1e18, 1990e6), abi.encodePacked(_weth, _usdc, VAULT));
        vm.expectRevert(abi.encodeWithSelector(LeastBelowFair.selector, 1990e6 - 1, 1990e6));
        _swap(1e18, 1990e6 - 1);
        assertEq(_uniswap.boundOf(address(_weth), address(_usdc), 1e18), 1990e6);
        assertEq(_uniswap.boundOf(address(_usdc), address(_weth), 2000e6), 0.995e18);
    }

    function test_either_feed_stale_refuses() public {
        vm.warp(block.timestamp + AGE);
        _swap(1e18, 1990e6);
        vm.warp(block.timestamp + 1);
        _ethFeed.setAnswer(2000e8);
        _expectStale(address(_usdc), 1e18);
        _swap(1e18, 1990e6);
        assertEq(_uniswap.priceStateOf(address(_usdc)), 2);
        assertEq(_uniswap.boundOf(address(_weth), address(_usdc), 1e18), 0);
        vm.warp(block.timestamp + AGE + 1);
        _usdFeed.setAnswer(1e18);
        _expectStale(address(_weth), 2000e8);
        _swap(1e18, 1990e6);
    }

    function test_a_price_that_is_none_refuses() public {
        _ethFeed.setAnswer(0);
        _expectStale(address(_weth), 0);
        _swap(1e18, type(uint256).max);
        _ethFeed.setAnswer(-1);
        _expectStale(address(_weth), -1);
        _swap(1e18, type(uint256).max);
    }

    function test_a_token_without_a_feed_refuses() public {
        bytes memory path = abi.encodePacked(_weth, uint24(500), VAULT);
        vm.expectRevert(abi.encodeWithSelector(NoPriceFeed.selector, VAULT));
        _uniswap.exactInput(ExactInputParams(path, VAULT, 0, 1, type(uint256).max));
        assertEq(_uniswap.priceStateOf(VAULT), 1);
    }

    function test_what_is_between_first_and_last_token_does_not_matter() public {
        bytes memory path = abi.encodePacked(_weth, uint24(1), EXECUTOR, uint24(2), _usdc);
        bytes memory packed = abi.encodePacked(_weth, EXECUTOR, _usdc, VAULT);
        assertEq(_uniswap.exactInput(ExactInputParams(path, VAULT, 0, 1e18, 1990e6)), packed);
        vm.expectRevert(abi.encodeWithSelector(LeastBelowFair.selector, 1, 1990e6));
        _uniswap.exactInput(ExactInputWithoutDeadlineParams(path, VAULT, 1e18, 1));
        vm.expectRevert(UniswapV3DecoderAndSanitizer__BadPathFormat.selector);
        _uniswap.exactInput(ExactInputParams(abi.encodePacked(_weth), VAULT, 0, 1, 1));
    }

    function test_one_inch_in_both_versions() public {
        SwapDescription memory desc = _description(1990e6);
        bytes memory packed = abi.encodePacked(EXECUTOR, _weth, _usdc, EXECUTOR, VAULT);
        assertEq(_oneInch.swap(EXECUTOR, desc, ""), packed);
        assertEq(_oneInch.swap(EXECUTOR, desc, "", hex"1234"), packed);
        desc = _description(1);
        vm.expectRevert(abi.encodeWithSelector(LeastBelowFair.selector, 1, 1990e6));
        _oneInch.swap(EXECUTOR, desc, "");
        vm.expectRevert(abi.encodeWithSelector(LeastBelowFair.selector, 1, 1990e6));
        _oneInch.swap(EXECUTOR, desc, "", "");
    }

    function test_odos_in_full_and_packed() public {
        bytes memory packed = abi.encodePacked(_weth, _usdc, VAULT, EXECUTOR);
        assertEq(_odos.swap(_info(1e18, 1990e6), "", EXECUTOR, 0), packed);
        vm.expectRevert(abi.encodeWithSelector(LeastBelowFair.selector, 1990e6 - 1, 1990e6));
        _odos.swap(_info(1e18, 1990e6 - 1), "", EXECUTOR, 0);
        vm.expectRevert(AmountNotNamed.selector);
        _odos.swap(_info(0, 1990e6), "", EXECUTOR, 0);
        assertEq(abi.decode(_compact(1e18, 1990e6, 0), (bytes)), packed);
        // Half of what is quoted, and a hair more: 0x800000 of 0xffffff.
        assertEq(abi.decode(_compact(1e18, 3980e6 + 1000, 0x7fffff), (bytes)), packed);
        assertEq(
            _compact(1e18, 3980e6, 0x800000),
            abi.encodeWithSelector(
                LeastBelowFair.selector, uint256(3980e6) * 0x7fffff / 0xffffff, 1990e6
            )
        );
        assertEq(_compact(0, 1990e6, 0), abi.encodeWithSelector(AmountNotNamed.selector));
    }

    function test_curve_knows_the_coins_of_its_pool() public {
        assertEq(_curve.exchange(0, 1, 1e18, 1990e6), "");
        assertEq(_curve.exchange(1, 0, 2000e6, 0.995e18), "");
        vm.expectRevert(abi.encodeWithSelector(LeastBelowFair.selector, 1989e6, 1990e6));
        _curve.exchange(0, 1, 1e18, 1989e6);
        vm.expectRevert(abi.encodeWithSelector(NoPriceFeed.selector, address(0)));
        _curve.exchange(0, 2, 1e18, 1990e6);
        vm.expectRevert(abi.encodeWithSelector(NoPriceFeed.selector, address(0)));
        _curve.exchange(-1, 1, 1e18, 1990e6);
    }

    function test_everything_may_not_be_lost() public {
        vm.expectRevert("everything may be lost");
        new PricedOneInchDecoder(_sources, 10_000);
    }

    /// @dev The bound by exact fractions: floor of the worth, then the ceiling of what must remain of it.
    function testFuzz_bound_is_what_the_definition_says(
        uint96 amount,
        uint64 sellPrice,
        uint64 buyPrice,
        uint16 loss
    ) public {
        vm.assume(sellPrice > 0 && buyPrice > 0);
        uint256 part = uint256(loss) % 10_000;
        _ethFeed.setAnswer(int256(uint256(sellPrice)));
        _usdFeed.setAnswer(int256(uint256(buyPrice)));
        PricedOneInchDecoder decoder = new PricedOneInchDecoder(_sources, part);
        // 18 + 8 decimals sold, 6 + 18 bought.
        uint256 fair = uint256(amount) * sellPrice / (uint256(buyPrice) * 100);
        uint256 bound = (fair * (10_000 - part) + 9_999) / 10_000;
        assertEq(decoder.boundOf(address(_weth), address(_usdc), amount), bound);
        SwapDescription memory desc = _description(bound);
        desc.amount = amount;
        decoder.swap(EXECUTOR, desc, "");
        if (bound == 0) return;
        desc.minReturnAmount = bound - 1;
        vm.expectRevert(abi.encodeWithSelector(LeastBelowFair.selector, bound - 1, bound));
        decoder.swap(EXECUTOR, desc, "");
    }

    /// @dev Stands for the router's list of addresses, which is not read here.
    function addressList(uint256) external pure returns (address) {
        return address(0);
    }

    function _expectStale(address token, int256 answer) private {
        uint256 updatedAt = token == address(_weth) ? _updatedAt(_ethFeed) : _updatedAt(_usdFeed);
        vm.expectRevert(abi.encodeWithSelector(StalePrice.selector, token, answer, updatedAt));
    }

    function _updatedAt(PriceFeed feed) private view returns (uint256 updatedAt) {
        (,,, updatedAt,) = feed.latestRoundData();
    }

    function _swap(uint256 amount, uint256 least) private view returns (bytes memory) {
        bytes memory path = abi.encodePacked(_weth, uint24(500), _usdc);
        return _uniswap.exactInput(ExactInputParams(path, VAULT, block.timestamp, amount, least));
    }

    function _description(uint256 least) private view returns (SwapDescription memory) {
        return SwapDescription(address(_weth), address(_usdc), EXECUTOR, VAULT, 1e18, least, 0);
    }

    function _info(uint256 amount, uint256 least) private view returns (SwapTokenInfo memory) {
        return SwapTokenInfo(address(_weth), amount, EXECUTOR, address(_usdc), least, least, VAULT);
    }

    /// @dev Answers with what the decoder returns, or with the error's data.
    function _compact(uint256 amount, uint256 quote, uint24 slippage)
        private
        view
        returns (bytes memory result)
    {
        bytes memory tokens = abi.encodePacked(uint16(1), _weth, uint16(1), _usdc);
        bytes memory sold = amount == 0 ? bytes(hex"00") : abi.encodePacked(uint8(32), amount);
        bytes memory rest = abi.encodePacked(
            uint8(32), quote, slippage, uint16(1), EXECUTOR, uint16(0), uint16(1), VAULT, uint32(0)
        );
        bytes4 selector = PricedOdosDecoder.swapCompact.selector;
        (, result) = address(_odos).staticcall(bytes.concat(selector, tokens, sold, rest));
    }
}
