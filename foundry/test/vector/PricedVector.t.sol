// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {stdJson} from "forge-std/StdJson.sol";
import {
    LeastBelowFair,
    NoPriceFeed,
    PriceBound,
    PriceSource,
    StalePrice
} from "../../src/decoder/PriceBound.sol";
import {PricedCowOrderDecoder} from "../../src/decoder/PricedCowOrderDecoder.sol";
import {PricedCurveDecoder} from "../../src/decoder/PricedCurveDecoder.sol";
import {PricedOdosDecoder} from "../../src/decoder/PricedOdosDecoder.sol";
import {PricedOneInchDecoder} from "../../src/decoder/PricedOneInchDecoder.sol";
import {PricedUniswapV3Decoder} from "../../src/decoder/PricedUniswapV3Decoder.sol";

/// @notice Swaps at their bound: decoders that bind a price answer as the file says, and so do the rules.
contract PricedVectorTest is Test {
    using stdJson for string;

    mapping(string name => address) private _decoderOf;
    mapping(string error => bytes4) private _selectorOf;
    string private _json;

    function setUp() public {
        _json = vm.readFile("../fixtures/vectors/priced.json");
        vm.warp(_json.readUint(".clock"));
        address[] memory targets = _json.readAddressArray(".readTargets");
        bytes[] memory asked = _json.readBytesArray(".readCalldatas");
        bytes[] memory answers = _json.readBytesArray(".readReturns");
        for (uint256 i; i < targets.length; ++i) {
            vm.mockCall(targets[i], asked[i], answers[i]);
        }
        PriceSource[] memory sources = _sources();
        uint256 loss = _json.readUint(".lossBps");
        _decoderOf["PricedUniswapV3"] = address(new PricedUniswapV3Decoder(sources, loss));
        _decoderOf["PricedOneInch"] = address(new PricedOneInchDecoder(sources, loss));
        _decoderOf["PricedOdos"] = address(new PricedOdosDecoder(address(this), sources, loss));
        _decoderOf["PricedCurve"] =
            address(new PricedCurveDecoder(_json.readAddress(".pool"), sources, loss));
        _decoderOf["PricedCowOrder"] = address(
            new PricedCowOrderDecoder(
                _json.readBytes32(".domain"), _json.readBytes32(".appData"), 7 days, sources, loss
            )
        );
        _selectorOf["LeastBelowFair"] = LeastBelowFair.selector;
        _selectorOf["NoPriceFeed"] = NoPriceFeed.selector;
        _selectorOf["StalePrice"] = StalePrice.selector;
    }

    function test_golden_decodersAnswerAsTheRulesDo() public view {
        string[] memory decoders = _json.readStringArray(".decoders");
        bytes[] memory calldatas = _json.readBytesArray(".calldatas");
        bytes[] memory packed = _json.readBytesArray(".packed");
        string[] memory outcomes = _json.readStringArray(".outcomes");
        assertGt(calldatas.length, 100);
        for (uint256 i; i < calldatas.length; ++i) {
            (bool isPacked, bytes memory answer) = _decoderOf[decoders[i]].staticcall(calldatas[i]);
            string memory about = string.concat(decoders[i], " ", vm.toString(i));
            bytes4 expected = _selectorOf[outcomes[i]];
            assertEq(isPacked, expected == 0, about);
            if (isPacked) assertEq(abi.decode(answer, (bytes)), packed[i], about);
            else assertEq(bytes4(answer), expected, about);
        }
    }

    function test_golden_boundsAndStatesAreThoseOfTheFile() public view {
        address[] memory sold = _json.readAddressArray(".sold");
        address[] memory bought = _json.readAddressArray(".bought");
        uint256[] memory amounts = _json.readUintArray(".amounts");
        uint256[] memory bounds = _json.readUintArray(".bounds");
        uint256[] memory soldStates = _json.readUintArray(".soldStates");
        uint256[] memory boughtStates = _json.readUintArray(".boughtStates");
        PriceBound decoder = PriceBound(_decoderOf["PricedOneInch"]);
        for (uint256 i; i < sold.length; ++i) {
            assertEq(decoder.boundOf(sold[i], bought[i], amounts[i]), bounds[i]);
            assertEq(decoder.priceStateOf(sold[i]), soldStates[i]);
            assertEq(decoder.priceStateOf(bought[i]), boughtStates[i]);
        }
    }

    /// @dev Stands for the router's list of addresses, which is not read here.
    function addressList(uint256) external pure returns (address) {
        return address(0);
    }

    function _sources() private view returns (PriceSource[] memory sources) {
        address[] memory tokens = _json.readAddressArray(".tokens");
        address[] memory feeds = _json.readAddressArray(".feeds");
        uint32 maxAge = uint32(_json.readUint(".maxAge"));
        sources = new PriceSource[](tokens.length);
        for (uint256 i; i < tokens.length; ++i) {
            sources[i] = PriceSource(tokens[i], feeds[i], maxAge);
        }
    }
}
