// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test, Vm} from "forge-std/Test.sol";
import {
    NonfungiblePositionManager as Positions
} from "../../src/double/uniswap/NonfungiblePositionManager.sol";
import {SwapRouter, SwapRouter02} from "../../src/double/uniswap/SwapRouter.sol";
import {UniswapFactory} from "../../src/double/uniswap/UniswapFactory.sol";
import {UniswapPool} from "../../src/double/uniswap/UniswapPool.sol";
import {FreeToken, FreeWrapped} from "./Tokens.sol";

contract UniswapTest is Test {
    address private constant ALICE = address(0xA11CE);
    address private constant BOB = address(0xB0B);
    uint160 private constant PAR = uint160(1 << 96);

    UniswapFactory private factory;
    SwapRouter private router;
    SwapRouter02 private router02;
    Positions private positions;
    FreeWrapped private weth;
    address private token0;
    address private token1;
    address private token2;
    UniswapPool private pool;

    function setUp() public {
        weth = new FreeWrapped();
        factory = new UniswapFactory();
        router = new SwapRouter(address(factory), address(weth));
        router02 = new SwapRouter02(address(factory), address(weth));
        positions = new Positions(address(factory), address(weth));
        (token0, token1) = _sorted(new FreeToken("A", 18), new FreeToken("B", 18));
        token2 = address(new FreeToken("C", 18));
        pool = _open(token0, token1, 500);
        _open(token1, token2, 3000);
        address[3] memory tokens = [token0, token1, token2];
        for (uint256 i = 0; i < 3; i++) {
            FreeToken(tokens[i]).mint(ALICE, 1e30);
            vm.startPrank(ALICE);
            FreeToken(tokens[i]).approve(address(positions), type(uint256).max);
            FreeToken(tokens[i]).approve(address(router), type(uint256).max);
            FreeToken(tokens[i]).approve(address(router02), type(uint256).max);
            vm.stopPrank();
        }
    }

    function test_selectors() public pure {
        assertEq(SwapRouter.exactInput.selector, bytes4(0xc04b8d59));
        assertEq(SwapRouter02.exactInput.selector, bytes4(0xb858183f));
        assertEq(Positions.mint.selector, bytes4(0x88316456));
        assertEq(Positions.increaseLiquidity.selector, bytes4(0x219f5d17));
        assertEq(Positions.decreaseLiquidity.selector, bytes4(0x0c49ccbe));
        assertEq(Positions.collect.selector, bytes4(0xfc6f7865));
        assertEq(Positions.burn.selector, bytes4(0x42966c68));
        assertEq(Positions.positions.selector, bytes4(0x99fbab88));
        assertEq(
            UniswapPool.Swap.selector,
            bytes32(0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67)
        );
        assertEq(
            Positions.IncreaseLiquidity.selector,
            bytes32(0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f)
        );
        assertEq(
            Positions.DecreaseLiquidity.selector,
            bytes32(0x26f6a048ee9138f2c0ce266f322cb99228e8d619ae2bff30c67f8dcf9d2377b4)
        );
        assertEq(
            Positions.Collect.selector,
            bytes32(0x40d0efd1a53d60ecbf40971b9daf7dc90178c3aadc7aab1765632738fa8b8f01)
        );
    }

    function test_positionLife() public {
        vm.startPrank(ALICE);
        vm.expectEmit(address(positions));
        emit Positions.IncreaseLiquidity(1, 1e18, 1e18, 1e18);
        (uint256 id, uint128 liquidity,,) = positions.mint(_mintParams(1e18, 2e18, ALICE));
        assertEq(positions.ownerOf(id), ALICE);
        assertEq(liquidity, 1e18);
        assertEq(_balance(token0, address(pool)), 1e18);
        assertEq(_balance(token1, address(pool)), 1e18);
        assertEq(_liquidity(id), 1e18);

        positions.increaseLiquidity(
            Positions.IncreaseLiquidityParams(id, 5e17, 5e17, 0, 0, block.timestamp)
        );
        assertEq(_liquidity(id), 1.5e18);

        _swap(token0, token1, 1e17);
        positions.decreaseLiquidity(
            Positions.DecreaseLiquidityParams(id, 1.5e18, 0, 0, block.timestamp)
        );
        uint256 before = _balance(token0, BOB);
        (uint256 out0, uint256 out1) = positions.collect(
            Positions.CollectParams(id, BOB, type(uint128).max, type(uint128).max)
        );
        assertEq(_balance(token0, BOB) - before, out0);
        assertEq(_balance(token1, BOB), out1);
        // The fee of the swap went to the only position, less rounding dust.
        assertLe(_balance(token0, address(pool)), 4);
        assertLe(_balance(token1, address(pool)), 4);
        positions.burn(id);
        vm.expectRevert("Invalid token ID");
        positions.positions(id);
    }

    function test_positionsHasTwelveWords() public {
        vm.startPrank(ALICE);
        (uint256 id,,,) = positions.mint(_mintParams(1e18, 1e18, ALICE));
        positions.approve(BOB, id);
        (, bytes memory answer) = address(positions).call(abi.encodeCall(Positions.positions, (id)));
        assertEq(answer.length, 12 * 32);
        (, address operator, address first, address second, uint24 fee) =
            abi.decode(answer, (uint96, address, address, address, uint24));
        assertEq(operator, BOB);
        assertEq(first, token0);
        assertEq(second, token1);
        assertEq(fee, 500);
        positions.transferFrom(ALICE, BOB, id);
        (, operator,,,,,,,,,,) = positions.positions(id);
        assertEq(operator, address(0));
    }

    function testFuzz_feesGoToLiquidityByShare(uint256 share, uint256 amountIn) public {
        share = bound(share, 1e12, 1e24);
        amountIn = bound(amountIn, 1e6, 1e21);
        vm.startPrank(ALICE);
        (uint256 small,,,) = positions.mint(_mintParams(share, share, ALICE));
        (uint256 big,,,) = positions.mint(_mintParams(3 * share, 3 * share, ALICE));
        _swap(token0, token1, amountIn);
        (uint256 fee0,) = _collect(small);
        (uint256 fee1,) = _collect(big);
        uint256 fee = (amountIn * 500 + 999_999) / 1e6;
        assertLe(fee0 + fee1, fee);
        assertApproxEqAbs(fee0 + fee1, fee, 4);
        assertApproxEqAbs(fee1, 3 * fee0, 3);
    }

    /// @dev Nothing comes from nowhere: what leaves the pool was in it, and a round trip never pays.
    function testFuzz_roundTripNeverPays(uint256 seed, uint256 amountIn, uint8 steps) public {
        amountIn = bound(amountIn, 1, 1e22);
        vm.startPrank(ALICE);
        positions.mint(_mintParams(1e21, 1e21, ALICE));
        (uint256 id,,,) = positions.mint(_mintParams(seed % 1e21 + 1e6, 1e21, ALICE));
        uint256 out = amountIn;
        for (uint256 i = 0; i < 2 * (1 + steps % 3); i++) {
            if (out == 0) break;
            out = i % 2 == 0 ? _swap(token0, token1, out) : _swap(token1, token0, out);
        }
        assertLe(out, amountIn);
        positions.decreaseLiquidity(
            Positions.DecreaseLiquidityParams(id, _liquidity(id), 0, 0, block.timestamp)
        );
        _collect(id);
        positions.decreaseLiquidity(Positions.DecreaseLiquidityParams(1, 1e21, 0, 0, 1e18));
        _collect(1);
    }

    function test_twoHopsAndTheSecondRouter() public {
        vm.startPrank(ALICE);
        positions.mint(_mintParams(1e21, 1e21, ALICE));
        Positions.MintParams memory params = _mintParams(1e21, 1e21, ALICE);
        (params.token0, params.token1) = token1 < token2 ? (token1, token2) : (token2, token1);
        params.fee = 3000;
        positions.mint(params);
        bytes memory path = abi.encodePacked(token0, uint24(500), token1, uint24(3000), token2);
        uint256 out =
            router.exactInput(SwapRouter.ExactInputParams(path, BOB, block.timestamp, 1e18, 0));
        assertEq(_balance(token2, BOB), out);
        assertApproxEqRel(out, 0.9945e18, 0.002e18);
        assertEq(_balance(token1, address(router)), 0);

        out = router02.exactInput(SwapRouter02.ExactInputParams(path, BOB, 1e18, out / 2));
        assertEq(_balance(token2, address(router02)), 0);
        vm.expectRevert("Too little received");
        router02.exactInput(SwapRouter02.ExactInputParams(path, BOB, 1e18, 2e18));
    }

    function test_nativeIsWrapped() public {
        (address first, address second) =
            address(weth) < token0 ? (address(weth), token0) : (token0, address(weth));
        UniswapPool own = _open(first, second, 500);
        vm.deal(ALICE, 3e18);
        Positions.MintParams memory params = _mintParams(1e18, 1e18, ALICE);
        (params.token0, params.token1) = (first, second);
        vm.startPrank(ALICE);
        positions.mint{value: 2e18}(params);
        assertEq(weth.balanceOf(address(own)), 1e18);
        positions.refundETH();
        assertEq(ALICE.balance, 2e18);
    }

    function test_tickFollowsThePrice() public view {
        assertEq(pool.tickOf(PAR), 0);
        assertApproxEqAbs(pool.tickOf(PAR * 2), 13_863, 1);
        assertApproxEqAbs(pool.tickOf(PAR / 2), -13_863, 1);
    }

    function test_refusals() public {
        vm.startPrank(ALICE);
        (uint256 id,,,) = positions.mint(_mintParams(1e18, 1e18, ALICE));
        bytes memory path = abi.encodePacked(token0, uint24(500), token1);
        vm.warp(1000);
        vm.expectRevert("Transaction too old");
        router.exactInput(SwapRouter.ExactInputParams(path, ALICE, 999, 1, 0));
        vm.expectRevert("toAddress_outOfBounds");
        router.exactInput(
            SwapRouter.ExactInputParams(bytes.concat(path, hex"00"), ALICE, 1000, 1, 0)
        );
        vm.expectRevert("Pool does not exist");
        router.exactInput(
            SwapRouter.ExactInputParams(
                abi.encodePacked(token0, uint24(100), token1), ALICE, 1000, 1, 0
            )
        );
        Positions.MintParams memory params = _mintParams(1e18, 1e18, ALICE);
        params.amount0Min = 1e18 + 1;
        vm.expectRevert("Price slippage check");
        positions.mint(params);
        vm.expectRevert("Not cleared");
        positions.burn(id);
        vm.stopPrank();

        vm.startPrank(BOB);
        vm.expectRevert("Not approved");
        positions.collect(Positions.CollectParams(id, BOB, 1, 1));
        vm.expectRevert("Not approved");
        positions.decreaseLiquidity(Positions.DecreaseLiquidityParams(id, 1, 0, 0, 1000));
        vm.expectRevert();
        positions.uniswapV3MintCallback(1, 1, abi.encode(token0, token1, uint24(500), ALICE));
        vm.expectRevert();
        router.uniswapV3SwapCallback(1, 1, abi.encode(token0, token1, uint24(500), ALICE));
        vm.expectRevert(bytes("AI"));
        pool.initialize(PAR);
        vm.expectRevert();
        factory.createPool(token1, token0, 500);
    }

    function _open(address a, address b, uint24 fee) private returns (UniswapPool opened) {
        opened = UniswapPool(factory.createPool(a, b, fee));
        opened.initialize(PAR);
    }

    function _mintParams(uint256 amount0, uint256 amount1, address to)
        private
        view
        returns (Positions.MintParams memory)
    {
        return Positions.MintParams(
            token0, token1, 500, -887_270, 887_270, amount0, amount1, 0, 0, to, block.timestamp
        );
    }

    function _swap(address from, address to, uint256 amount) private returns (uint256) {
        return router.exactInput(
            SwapRouter.ExactInputParams(
                abi.encodePacked(from, uint24(500), to), ALICE, block.timestamp, amount, 0
            )
        );
    }

    function _collect(uint256 id) private returns (uint256, uint256) {
        return
            positions.collect(
                Positions.CollectParams(id, BOB, type(uint128).max, type(uint128).max)
            );
    }

    function _liquidity(uint256 id) private view returns (uint128 liquidity) {
        (,,,,,,, liquidity,,,,) = positions.positions(id);
    }

    function _balance(address token, address holder) private view returns (uint256) {
        return FreeToken(token).balanceOf(holder);
    }

    function _sorted(FreeToken a, FreeToken b) private pure returns (address, address) {
        return address(a) < address(b) ? (address(a), address(b)) : (address(b), address(a));
    }
}
